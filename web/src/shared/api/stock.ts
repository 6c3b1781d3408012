import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { keys } from './queries'
import type { Product, ProductPage } from './types'

type Holder = Product | ProductPage | InfiniteData<ProductPage>

/** An event has the units but not the product's in-stock switch: a product that was sold out must be refetched. */
const mustAsk = (product: Product, units: number) => !product.in_stock && units > 0

/** Writes the units left, by product id, into all cached queries. Returns false when a product must be refetched. */
export function patchStock(client: QueryClient, left: ReadonlyMap<number, number>): boolean {
  let enough = true
  function patch(product: Product): Product {
    const units = left.get(product.id)
    if (units === undefined || product.stock_quantity === units) return product
    if (mustAsk(product, units)) enough = false
    return { ...product, stock_quantity: units, in_stock: product.in_stock && units > 0 }
  }
  const patchPage = (page: ProductPage): ProductPage => {
    const items = page.items.map(patch)
    return items.some((item, index) => item !== page.items[index]) ? { ...page, items } : page
  }
  client.setQueriesData<Holder>({ queryKey: keys.products }, (data) => {
    if (!data) return data
    if ('pages' in data) {
      const pages = data.pages.map(patchPage)
      return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data
    }
    return 'items' in data ? patchPage(data) : patch(data)
  })
  return enough
}
