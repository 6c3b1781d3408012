import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useChunkedMutation } from '~/admin/shared/chunked-mutation'
import { plural } from '~/admin/shared/format'
import { errorText, toastError } from '~/admin/shared/toast-error'
import { api, unwrap } from '~/shared/api/client'
import { toast } from '~/shared/ui/toast-store'
import { MAX_PER_CALL, type OrderList, type OrderRow, orderKeys, refreshOrders } from './queries'

type Move = { order: Pick<OrderRow, 'number' | 'status'>; to: string }

/** Moves an order to another status. The lists show it at once and roll back if the server refuses. */
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
      toastError(`Error updating ${order.number}`, error)
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

/** Moves many orders to their next status, in chunks. */
export function useQuickMove() {
  const client = useQueryClient()
  const { run, progress, stop } = useChunkedMutation()
  const move = useMutation({
    mutationFn: ({ numbers, action }: { numbers: string[]; action: string }) =>
      run(`${action}: ${plural(numbers.length, 'order')}`, numbers, MAX_PER_CALL, (part) =>
        unwrap(api.POST('/api/admin/orders/quick', { body: { numbers: part, action } })),
      ),
    onSuccess: ({ results, failure }) => {
      const moved = results.reduce((sum, part) => sum + part.moved.length, 0)
      const skipped = results.reduce((sum, part) => sum + part.skipped.length, 0)
      const rest = skipped > 0 ? ` ${plural(skipped, 'other')} had moved on already.` : ''
      const what = `${plural(moved, 'order')} updated.${rest}`
      if (failure === undefined) return toast({ title: 'Orders updated', description: what })
      const why = errorText(failure)
      toast({
        variant: 'destructive',
        title: 'Error updating orders',
        description: moved > 0 ? `${why} ${what}` : why,
      })
    },
    onSettled: () => refreshOrders(client),
  })
  return { move, progress, stop }
}
