import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'
import type { operations } from '~/shared/api/schema.gen'

export type StaffProduct = Schemas['StaffProduct']
export type StaffProductList = Schemas['StaffProductList']
export type StaffProductFilter = NonNullable<operations['admin-list-products']['parameters']['query']>
export type BulkChange = Schemas['BulkChange']

export const PAGE_SIZE = 50
const list = ['admin', 'products', 'list'] as const

const fetchProducts = (filter: StaffProductFilter, signal?: AbortSignal) =>
  unwrap(api.GET('/api/admin/products', { params: { query: filter }, signal }))

/** All that the list shows on all its pages. */
export async function fetchProductIDs({ limit: _, cursor: __, sort: ___, ...query }: StaffProductFilter) {
  return (await unwrap(api.GET('/api/admin/products/ids', { params: { query } }))).ids
}

export const adminProductsQuery = (filter: StaffProductFilter) =>
  queryOptions({
    queryKey: [...list, filter],
    queryFn: ({ signal }) => fetchProducts(filter, signal),
    placeholderData: keepPreviousData,
  })

export const adminProductQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'products', 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/products/{id}', { params: { path: { id } }, signal })),
  })

/** Under the products' key, so that it is fetched again with them. */
export const waitlistQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'products', 'waitlist', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/products/{id}/waitlist', { params: { path: { id } }, signal })),
  })

export const removeFromWaitlist = (id: number, entry: number) =>
  unwrap(api.DELETE('/api/admin/products/{id}/waitlist/{entry}', { params: { path: { id, entry } } }))

/** Refetches everything that shows products. */
export async function refreshProducts(client: QueryClient) {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['admin', 'products'] }),
    client.invalidateQueries({ queryKey: ['admin', 'categories'] }),
    client.invalidateQueries({ queryKey: ['admin', 'dashboard'] }),
    client.invalidateQueries({ queryKey: ['products'] }),
    client.invalidateQueries({ queryKey: ['categories'] }),
  ])
}

/** Writes a saved product into the cached lists, so that its row is right before they are refetched. */
export function putInLists(client: QueryClient, product: StaffProduct) {
  client.setQueriesData<StaffProductList>({ queryKey: list }, (page) =>
    page ? { ...page, items: page.items.map((item) => (item.id === product.id ? product : item)) } : page,
  )
}
