import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'
import type { operations } from '~/shared/api/schema.gen'
import { AdminQuickMoveOrdersBody } from '~/shared/form/constraints.gen'

export type OrderRow = Schemas['StaffOrderRow']
export type Order = Schemas['StaffOrder']
export type OrderList = Schemas['StaffOrderList']
export type OrderStatus = Schemas['OrderStatus']
export type BadgeTone = OrderRow['badge']

export type OrderFilter = NonNullable<operations['admin-list-orders']['parameters']['query']>
export type OrderTab = NonNullable<OrderFilter['tab']>
/** Statuses without a tab of their own. */
export type OrderStatusFilter = NonNullable<OrderFilter['status']>

/** How many orders the server moves with one call. More are moved with several calls. */
export const MAX_PER_CALL = AdminQuickMoveOrdersBody.numbers.maxItems
/** How many orders staff can select and move at once. */
export const MAX_MOVED = 1_000

/** The live event 'order' invalidates everything under this key. */
export const orderKeys = {
  all: ['admin', 'orders'] as const,
  lists: ['admin', 'orders', 'list'] as const,
  one: (number: string) => ['admin', 'orders', 'one', number] as const,
}

const fetchOrders = (filter: OrderFilter, signal?: AbortSignal) =>
  unwrap(api.GET('/api/admin/orders', { params: { query: filter }, signal }))

/** The orders of the list on all its pages, as many as can be moved together. */
export async function fetchAllOrders(filter: OrderFilter) {
  const all: OrderRow[] = []
  let cursor: string | undefined
  do {
    const page = await fetchOrders({ ...filter, limit: MAX_PER_CALL, cursor })
    all.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor && all.length < MAX_MOVED)
  return all.slice(0, MAX_MOVED)
}

export const ordersQuery = (filter: OrderFilter) =>
  queryOptions({
    queryKey: [...orderKeys.lists, filter],
    queryFn: ({ signal }) => fetchOrders(filter, signal),
    placeholderData: keepPreviousData,
  })

export const orderQuery = (number: string) =>
  queryOptions({
    queryKey: orderKeys.one(number),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/orders/{number}', { params: { path: { number } }, signal })),
  })

/** An order changed: refetches whatever shows it. */
export function refreshOrders(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: orderKeys.all }),
    client.invalidateQueries({ queryKey: ['admin', 'dashboard'] }),
    client.invalidateQueries({ queryKey: ['admin', 'customers'] }),
  ])
}
