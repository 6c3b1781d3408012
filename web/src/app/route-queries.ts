import type { QueryKey } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryQuery,
  featuredQuery,
  productPagesQuery,
  productQuery,
  sectionQuery,
  settingsQuery,
} from '~/shared/api/queries'
import type { PageData } from '~/shared/api/query-client'
import type { Product, ProductFilter } from '~/shared/api/types'
import { categoryFilter, readFilters, toQuery } from '~/storefront/products/filters'

/** One query of a page: its key, and the API path of its result. */
export type QueryDescriptor = { key: QueryKey; path: string; pages?: true }

/** The queries of a page that `data` lacks. Called again until none is missing, for queries that depend on others. */
export function missingQueries(url: URL, data: PageData): QueryDescriptor[] {
  const known = new Map(data.map(([key, answer]) => [JSON.stringify(key), answer]))
  const answer = (query: { queryKey: QueryKey }) => known.get(JSON.stringify(query.queryKey))
  return routeQueries(url, answer).filter(({ key }) => !known.has(JSON.stringify(key)))
}

type Answer = (query: { queryKey: QueryKey }) => unknown

const one = (query: { queryKey: QueryKey }, path: string): QueryDescriptor => ({ key: query.queryKey, path })

const settings = one(settingsQuery, '/api/settings')
const categories = one(categoriesQuery, '/api/categories')

const pages = (filter: ProductFilter): QueryDescriptor => ({
  key: productPagesQuery(filter).queryKey,
  path: listPath(filter),
  pages: true,
})

const section = (slug: string) =>
  one(sectionQuery(slug), listPath({ category: [slug], sort: 'name', limit: 8 }))

function listPath(filter: ProductFilter): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each))
  }
  return `/api/products?${params}`
}

function routeQueries(url: URL, answer: Answer): QueryDescriptor[] {
  const [place = '', name = ''] = url.pathname.split('/').filter(Boolean)
  switch (place) {
    case '':
      return [
        settings,
        one(featuredQuery, '/api/products?featured=true&limit=8'),
        one(productQuery(10), '/api/products/10'),
        categories,
        ...['chips', 'drinks', 'candy'].map(section),
      ]
    case 'products':
      return [settings, categories, pages(toQuery(readFilters(url.searchParams)))]
    case 'product': {
      const query = productQuery(Number(name))
      const shelf = (answer(query) as Product | null | undefined)?.category
      return [settings, one(query, `/api/products/${name}`), ...(shelf ? [section(shelf.slug)] : [])]
    }
    case 'category': {
      const slug = decodeURIComponent(name)
      return [settings, one(categoryQuery(slug), `/api/categories/${name}`), pages(categoryFilter(slug))]
    }
    default:
      return [settings]
  }
}
