import type { ProductFilter } from '~/shared/api/types'
import { ProductSearch } from '~/shared/form/constraints.gen'

/** The filters of a product list. They are in the URL, so that links, reloads and the back button keep them. */
export type Filters = {
  search: string
  min: number
  /** Undefined: no upper limit, even when a more expensive product arrives. */
  max: number | undefined
  categories: string[]
  /** The API's cursor of the first product, on a page that 'Load more' leads to where no script runs. */
  after?: string
}

export const noFilters: Filters = { search: '', min: 0, max: undefined, categories: [] }

/** The parameters of the address that are filters. */
export const FILTER_NAMES = ['search', 'category', 'min_price', 'max_price', 'after'] as const

const PAGE_SIZE = 24
const LEAST_BOUND = 30

/** No database stores the zero character. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD')

const price = new RegExp(ProductSearch.max_price.pattern)
/** The slider and its fields have whole dollars. */
const wholeDollars = (text: string | null) =>
  text && /^\d+$/.test(text) && price.test(text) ? Number(text) : undefined

/** The cursor in an address. */
export const readAfter = (params: URLSearchParams) => params.get('after')?.match(/^[\w-]{1,2000}$/)?.[0]

export function readFilters(params: URLSearchParams): Filters {
  return {
    // By code points, so that no character is cut in half. Trimmed again, so that what writeFilters makes of it reads the same.
    search: [...storable(params.get('search') ?? '').trim()]
      .slice(0, ProductSearch.search.maxLength)
      .join('')
      .trimEnd(),
    min: wholeDollars(params.get('min_price')) ?? 0,
    max: wholeDollars(params.get('max_price')),
    categories: [...new Set(params.getAll('category').map(storable))]
      .filter(Boolean)
      .slice(0, ProductSearch.category.maxItems),
    after: readAfter(params),
  }
}

export function writeFilters({ search, min, max, categories, after }: Filters): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  for (const slug of categories) params.append('category', slug)
  if (min > 0) params.set('min_price', String(min))
  if (max !== undefined) params.set('max_price', String(max))
  if (after) params.set('after', after)
  return params
}

/** The query parameters of the list. Slugs are sorted, so that equal filters share one cache entry. */
export function toQuery({ search, min, max, categories, after }: Filters): ProductFilter {
  return {
    ...(search && { search }),
    ...(min > 0 && { min_price: String(min) }),
    ...(max !== undefined && { max_price: String(max) }),
    ...(categories.length > 0 && { category: [...categories].sort() }),
    sort: 'name',
    limit: PAGE_SIZE,
    ...(after && { cursor: after }),
  }
}

/** All products of one category, by name. */
export const categoryFilter = (slug: string, after?: string) =>
  toQuery({ ...noFilters, categories: [slug], after })

/** How many kinds of filter are on: search, price, categories. */
export const activeKinds = ({ search, min, max, categories }: Filters) =>
  [search !== '', min > 0 || max !== undefined, categories.length > 0].filter(Boolean).length

/** The slider's maximum: the highest price, at least 30; it grows with the catalogue and never shrinks. */
export const widen = (bound: number, highestPrice: number) =>
  Math.max(bound, LEAST_BOUND, Math.ceil(highestPrice))
