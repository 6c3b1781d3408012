import type { QueryKey } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryQuery,
  featuredQuery,
  productQuery,
  sectionQuery,
  settingsQuery,
} from '~/shared/api/queries'
import type { PageData } from '~/shared/api/query-client'

/** One answer that a page is made of: the query's key and where the API gives it. */
export type Planned = { key: QueryKey; path: string; pages?: true }

/** What a public page still needs beyond `data`. Asked again until nothing is missing, for answers that depend on others. */
export function pagePlan(url: URL, data: PageData): Planned[] {
  const have = new Set(data.map(([key]) => JSON.stringify(key)))
  return wanted(url).filter(({ key }) => !have.has(JSON.stringify(key)))
}

function one(query: { queryKey: QueryKey }, path: string): Planned {
  return { key: query.queryKey, path }
}

function wanted(url: URL): Planned[] {
  const [place = '', name = ''] = url.pathname.split('/').filter(Boolean)
  const always = [one(settingsQuery, '/api/settings')]
  switch (place) {
    case '':
      return [
        ...always,
        one(featuredQuery, '/api/products?featured=true&limit=8'),
        one(productQuery(10), '/api/products/10'),
        one(categoriesQuery, '/api/categories'),
        ...['chips', 'drinks', 'candy'].map((slug) =>
          one(sectionQuery(slug), `/api/products?category=${slug}&sort=name&limit=8`),
        ),
      ]
    case 'product':
    case 'products':
      return name ? [...always, one(productQuery(Number(name)), `/api/products/${name}`)] : always
    case 'category':
      return [...always, one(categoryQuery(name), `/api/categories/${name}`)]
    default:
      return always
  }
}
