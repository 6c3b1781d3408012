import type { ListState } from '~/admin/shared/list-state'
import { LOW_STOCK } from '~/shared/lib/rules.gen'
import { PAGE_SIZE, type StaffProductFilter } from './queries'

const sorts = ['name', '-name', 'price', '-price', 'created_at', '-created_at'] as const
type Sort = (typeof sorts)[number]

export const narrowing = ['q', 'category', 'stock', 'featured', 'popular']

const flag = (value: string) => (value === 'true' || value === 'false' ? value : undefined)

/** The list's filter from the URL, as the API expects it. Other parameters are ignored. */
export function productFilter(list: ListState): StaffProductFilter {
  const category = list.get('category')
  const stock = list.get('stock')
  return {
    search: list.search || undefined,
    category: category && category !== 'none' ? [category] : undefined,
    uncategorized: category === 'none' || undefined,
    in_stock: stock === 'in' ? 'true' : stock === 'out' ? 'false' : undefined,
    low_stock: stock === 'low' ? LOW_STOCK : undefined,
    featured: flag(list.get('featured')),
    popular: flag(list.get('popular')),
    sort: sorts.find((sort) => sort === list.sort) ?? ('name' satisfies Sort),
    limit: PAGE_SIZE,
    cursor: list.after,
  }
}

/** The URL of a CSV file with all rows of the list, over all its pages. */
export function exportAddress(filter: StaffProductFilter): string {
  const { limit: _, cursor: __, sort: ___, ...rest } = filter
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined) for (const one of [value].flat()) params.append(key, String(one))
  }
  const query = params.toString()
  return `/api/admin/products/export${query ? `?${query}` : ''}`
}
