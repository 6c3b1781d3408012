import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { saleIn } from '~/shared/lib/drop-phase'
import { keys } from './queries'
import type { components } from './schema.gen'
import type { Product, ProductPage } from './types'

type Drop = components['schemas']['Drop']
type Holder = Product | ProductPage | InfiniteData<ProductPage>
/** What queries of drops hold. Draws, entries and the next drop have no products of their own. */
type DropHolder = Drop | { items: Drop[] } | { seed_hash: string } | { number: number } | { drop: unknown }

/** What an event says of a product: the units left and, in a drop, the units that others hold. */
export type StockLeft = { units: number; held?: number }

/** An event has the units but not the product's in-stock switch: a product that was sold out must be refetched. */
const mustAsk = (product: Product, units: number) => !product.in_stock && !product.drop && units > 0

/** The product with the units left. In a drop whether it is sold follows from its phase and units. */
function withUnits<P extends Product>(product: P, { units, held }: StockLeft): P {
  const { drop } = product
  if (!drop) return { ...product, stock_quantity: units, in_stock: product.in_stock && units > 0 }
  const selling = saleIn(drop, drop.phase) !== 'none'
  const now = { ...drop, free: units, held: held ?? drop.held }
  return { ...product, stock_quantity: units, in_stock: selling ? units > 0 : product.in_stock, drop: now }
}

const isSame = (product: Product, { units, held }: StockLeft) =>
  product.stock_quantity === units && (!product.drop || held === undefined || product.drop.held === held)

function patchDrop(drop: Drop, left: ReadonlyMap<number, StockLeft>): Drop {
  const changed = drop.products.some(({ id }) => left.has(id))
  if (!changed) return drop
  const products = drop.products.map((product) => {
    const known = left.get(product.id)
    return known ? withUnits(product, known) : product
  })
  const free = products.reduce((sum, product) => sum + (product.drop?.free ?? 0), 0)
  const held = products.reduce((sum, product) => sum + (product.drop?.held ?? 0), 0)
  return {
    ...drop,
    products,
    free,
    held,
    availability: free > 0 ? 'available' : held > 0 ? 'all_held' : 'sold_out',
  }
}

/** Writes the units left, by product id, into all cached queries. Returns false when a product must be refetched. */
export function patchStock(client: QueryClient, left: ReadonlyMap<number, StockLeft>): boolean {
  let enough = true
  function patch(product: Product): Product {
    const known = left.get(product.id)
    if (known === undefined || isSame(product, known)) return product
    if (mustAsk(product, known.units)) enough = false
    return withUnits(product, known)
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
  client.setQueriesData<DropHolder>({ queryKey: keys.drops }, (data) => {
    if (!data) return data
    if ('items' in data) return { ...data, items: data.items.map((drop) => patchDrop(drop, left)) }
    return 'products' in data ? patchDrop(data, left) : data
  })
  return enough
}
