import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { productPagesQuery } from '~/shared/api/queries'
import type { Product, ProductFilter } from '~/shared/api/types'

/** An infinite list of products. After the last retry a failure is shown as an empty list. */
export function useProductPages(filter: ProductFilter) {
  const query = useInfiniteQuery(productPagesQuery(filter))
  const pages = query.data?.pages
  const products = useMemo<Product[] | undefined>(() => {
    if (!pages) return undefined
    // A product that was renamed between two page loads may be on both.
    const byId = new Map(pages.flatMap((page) => page.items).map((product) => [product.id, product]))
    return [...byId.values()]
  }, [pages])
  return {
    /** Undefined while the first page loads. */
    products: products ?? (query.isError ? [] : undefined),
    total: pages?.at(-1)?.total ?? 0,
    highestPrice: pages?.at(-1)?.highest_price ?? 0,
    /** The previous list is shown while the new one loads. */
    changing: query.isPlaceholderData,
    more: {
      there: query.hasNextPage,
      /** The cursor of the next page. */
      next: pages?.at(-1)?.next_cursor ?? undefined,
      loading: query.isFetchingNextPage,
      failed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage(),
    },
  }
}

export type ProductPages = ReturnType<typeof useProductPages>
