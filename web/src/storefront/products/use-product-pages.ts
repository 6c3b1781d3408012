import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { productPagesQuery } from '~/shared/api/queries'
import type { Product, ProductFilter } from '~/shared/api/types'

/** A list of products that goes on. After the last retry a failing shop reads as an empty one, as the spec wants. */
export function useProductPages(filter: Omit<ProductFilter, 'cursor'>) {
  const query = useInfiniteQuery(productPagesQuery(filter))
  const pages = query.data?.pages
  const products = useMemo<Product[] | undefined>(() => {
    if (!pages) return undefined
    // A product that was renamed while pages came in may stand on two of them.
    const byId = new Map(pages.flatMap((page) => page.items).map((product) => [product.id, product]))
    return [...byId.values()]
  }, [pages])
  return {
    /** Undefined while the first page is on its way. */
    products: products ?? (query.isError ? [] : undefined),
    total: pages?.at(-1)?.total ?? 0,
    highestPrice: pages?.at(-1)?.highest_price ?? 0,
    /** The list shown is the former one; the answer to the new filter is on its way. */
    changing: query.isPlaceholderData,
    more: {
      there: query.hasNextPage,
      loading: query.isFetchingNextPage,
      failed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage(),
    },
  }
}

export type ProductPages = ReturnType<typeof useProductPages>
