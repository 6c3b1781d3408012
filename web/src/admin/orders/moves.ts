import { useMutation, useQueryClient } from '@tanstack/react-query'

import { plural } from '~/admin/shared/format'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { MOST_TOGETHER, type OrderList, type OrderRow, orderKeys, refreshOrders } from './queries'

type Move = { order: Pick<OrderRow, 'number' | 'status'>; to: string }

/** Takes an order to another status. The lists show it at once and go back if the server refuses. */
export function useMoveOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ order, to }: Move) =>
      unwrap(
        api.PUT('/api/admin/orders/{number}/status', {
          params: { path: { number: order.number } },
          body: { status: to, from: order.status },
        }),
      ),
    onMutate: async ({ order, to }) => {
      await client.cancelQueries({ queryKey: orderKeys.lists })
      const before = client.getQueriesData<OrderList>({ queryKey: orderKeys.lists })
      client.setQueriesData<OrderList>(
        { queryKey: orderKeys.lists },
        (list) => list && moved(list, order.number, to),
      )
      return { before }
    },
    onError: (error, { order }, context) => {
      for (const [key, list] of context?.before ?? []) client.setQueryData(key, list)
      toast({
        variant: 'destructive',
        title: `Error updating ${order.number}`,
        description: errorMessage(error, 'An unknown error occurred'),
      })
    },
    onSuccess: (order) => {
      client.setQueryData(orderKeys.one(order.number), order)
      toast({ title: 'Order updated', description: `${order.number} is now ${order.status_text}.` })
    },
    onSettled: () => refreshOrders(client),
  })
}

function moved(list: OrderList, number: string, to: string): OrderList {
  const status = list.statuses.find((s) => s.status === to)
  if (!status) return list
  const items = list.items.map((row) =>
    row.number === number
      ? { ...row, status: to, status_text: status.text, badge: status.badge, quick_action: null }
      : row,
  )
  return { ...list, items }
}

/** Takes many orders to their next step. */
export function useQuickMove() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ numbers, action }: { numbers: string[]; action: string }) => {
      const all: { moved: string[]; skipped: string[] } = { moved: [], skipped: [] }
      for (let at = 0; at < numbers.length; at += MOST_TOGETHER) {
        const body = { numbers: numbers.slice(at, at + MOST_TOGETHER), action }
        const { moved, skipped } = await unwrap(api.POST('/api/admin/orders/quick', { body }))
        all.moved.push(...moved)
        all.skipped.push(...skipped)
      }
      return all
    },
    onSuccess: ({ moved, skipped }) => {
      const rest = skipped.length ? ` ${plural(skipped.length, 'other')} had moved on already.` : ''
      toast({ title: 'Orders updated', description: `${plural(moved.length, 'order')} updated.${rest}` })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error updating orders',
        description: errorMessage(error, 'An unknown error occurred'),
      }),
    onSettled: () => refreshOrders(client),
  })
}
