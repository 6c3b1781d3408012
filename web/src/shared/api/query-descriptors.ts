import type { QueryKey } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryQuery,
  FEATURED_LIMIT,
  featuredQuery,
  productPagesQuery,
  productQuery,
  SECTION_LIMIT,
  sectionQuery,
  settingsQuery,
} from './queries'
import type { ProductFilter } from './types'

/**
 * One query of a page as the server needs it: the key in the query cache, and the API path of the result. `pages`: it is
 * the first page of an endless list. `meta`: its result is needed to know the page's head or its further queries.
 */
export type QueryDescriptor = { key: QueryKey; path: string; pages?: true; meta?: true }

const describe = (query: { queryKey: QueryKey }, path: string): QueryDescriptor => ({
  key: query.queryKey,
  path,
})

function listPath(filter: ProductFilter): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each))
  }
  return `/api/products?${params}`
}

export const settingsDescriptor: QueryDescriptor = {
  ...describe(settingsQuery, '/api/settings'),
  meta: true,
}

export const categoriesDescriptor = describe(categoriesQuery, '/api/categories')

export const featuredDescriptor = describe(
  featuredQuery,
  listPath({ featured: 'true', limit: FEATURED_LIMIT }),
)

export const sectionDescriptor = (slug: string) =>
  describe(sectionQuery(slug), listPath({ category: [slug], sort: 'name', limit: SECTION_LIMIT }))

export const productDescriptor = (id: number) => describe(productQuery(id), `/api/products/${id}`)

export const categoryDescriptor = (slug: string) =>
  describe(categoryQuery(slug), `/api/categories/${encodeURIComponent(slug)}`)

export const productPagesDescriptor = (filter: ProductFilter): QueryDescriptor => ({
  ...describe(productPagesQuery(filter), listPath(filter)),
  pages: true,
})
