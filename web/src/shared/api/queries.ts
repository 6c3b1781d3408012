import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MAX_PRODUCT_IDS } from '~/shared/lib/rules.gen'
import { addressOf, api, get, unwrap } from './client'
import { publicQuery, publicThingQuery } from './public-query'
import type { Product, ProductFilter, ProductPage } from './types'

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
  publicQuery([...keys.products, 'list', filter], '/api/products', { query: filter })

/** An infinite list from `cursor` on. The previous list stays while the response for a new filter loads. */
export const productPagesQuery = (filter: ProductFilter) => {
  const pathFrom = (cursor?: string) => addressOf('/api/products', { query: { ...filter, cursor } })
  return {
    ...infiniteQueryOptions({
      queryKey: [...keys.products, 'pages', filter],
      queryFn: ({ pageParam, signal }) => get<ProductPage>(pathFrom(pageParam), signal),
      initialPageParam: filter.cursor,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      placeholderData: keepPreviousData,
      // Long enough to read about a product and come back to the same scroll position.
      gcTime: 30 * 60_000,
    }),
    path: pathFrom(filter.cursor),
    endless: true as const,
  }
}

export const FEATURED_LIMIT = 8
export const featuredQuery = productsQuery({ featured: 'true', limit: FEATURED_LIMIT })

export const sectionQuery = (slug: string) => productsQuery({ category: [slug], sort: 'name', limit: 8 })

export const productQuery = (id: number) =>
  publicThingQuery([...keys.products, 'one', id], '/api/products/{id}', { path: { id } })

const IDS_PER_CALL = MAX_PRODUCT_IDS

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

export const categoriesQuery = publicQuery([...keys.categories, 'list'], '/api/categories')

export const categoryQuery = (slug: string) =>
  publicThingQuery([...keys.categories, 'one', slug], '/api/categories/{slug}', { path: { slug } })

export const settingsQuery = publicQuery(keys.settings, '/api/settings')

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => unwrap(api.GET('/api/session', { signal })),
  // Any failure counts as signed out.
  retry: false,
})
