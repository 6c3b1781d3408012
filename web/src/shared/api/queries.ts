import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { ApiError } from './errors'
import type { Product, ProductFilter } from './types'

/** Turns "not found" into null, so that a page that showed the thing a moment ago can say that it is gone. */
export function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

/** Every key starts with the kind of thing, so that a live event can name what became stale. */
export const keys = {
  products: ['products'] as const,
  categories: ['categories'] as const,
  settings: ['settings'] as const,
  session: ['session'] as const,
  orders: ['orders'] as const,
  cart: ['cart'] as const,
  drops: ['drops'] as const,
}

export const productsQuery = (filter: ProductFilter) =>
  queryOptions({
    queryKey: [...keys.products, 'list', filter],
    queryFn: ({ signal }) => unwrap(api.GET('/api/products', { params: { query: filter }, signal })),
  })

/** An infinite list from `cursor` on. The previous list stays while the response for a new filter loads. */
export const productPagesQuery = (filter: ProductFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.products, 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET('/api/products', { params: { query: { ...filter, cursor: pageParam } }, signal })),
    initialPageParam: filter.cursor,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Long enough to read about a product and come back to the same scroll position.
    gcTime: 30 * 60_000,
  })

export const FEATURED_LIMIT = 8
export const featuredQuery = productsQuery({ featured: 'true', limit: FEATURED_LIMIT })

export const SECTION_LIMIT = 8
export const sectionQuery = (slug: string) =>
  productsQuery({ category: [slug], sort: 'name', limit: SECTION_LIMIT })

export const productQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.products, 'one', id],
    queryFn: ({ signal }) =>
      orNull(unwrap(api.GET('/api/products/{id}', { params: { path: { id } }, signal }))),
  })

const IDS_PER_CALL = 100

/** The current state of the given products; deleted ones are left out. */
export const productsByIdQuery = (ids: readonly number[]) => {
  const wanted = [...ids].sort((a, b) => a - b)
  return queryOptions({
    queryKey: [...keys.products, 'by-id', wanted],
    queryFn: async ({ signal }) => {
      const items: Product[] = []
      for (let at = 0; at < wanted.length; at += IDS_PER_CALL) {
        const query = { id: wanted.slice(at, at + IDS_PER_CALL), limit: IDS_PER_CALL }
        items.push(...(await unwrap(api.GET('/api/products', { params: { query }, signal }))).items)
      }
      return { items }
    },
    placeholderData: keepPreviousData,
  })
}

export const categoriesQuery = queryOptions({
  queryKey: [...keys.categories, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/categories', { signal })),
})

export const categoryQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.categories, 'one', slug],
    queryFn: ({ signal }) =>
      orNull(unwrap(api.GET('/api/categories/{slug}', { params: { path: { slug } }, signal }))),
  })

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => unwrap(api.GET('/api/settings', { signal })),
})

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => unwrap(api.GET('/api/session', { signal })),
  // Any failure counts as signed out.
  retry: false,
})
