import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { ApiError } from './errors'
import type { Product, ProductFilter } from './types'

/** What is not there is null: an answer, so that a page which showed it a moment ago says that it is gone. */
function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

/** The first part of every key is the kind of thing, so a live event can name what went stale. */
export const keys = {
  products: ['products'] as const,
  categories: ['categories'] as const,
  settings: ['settings'] as const,
  session: ['session'] as const,
  orders: ['orders'] as const,
  cart: ['cart'] as const,
}

export const productsQuery = (filter: ProductFilter) =>
  queryOptions({
    queryKey: [...keys.products, 'list', filter],
    queryFn: ({ signal }) => unwrap(api.GET('/api/products', { params: { query: filter }, signal })),
  })

/** A list that goes on as the shopper scrolls. The former list stays while a new filter is being answered. */
export const productPagesQuery = (filter: Omit<ProductFilter, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...keys.products, 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET('/api/products', { params: { query: { ...filter, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Long enough to read about a product and come back to the same place.
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

/** The given products as they are now; one that is gone is left out. */
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
  // Without a session there is no admin and no account: any failure reads as signed out.
  retry: false,
})
