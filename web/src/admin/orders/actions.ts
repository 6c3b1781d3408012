import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastError } from '~/admin/shared/toast-error'

import { api, unwrap } from '~/shared/api/client'
import { toast } from '~/shared/ui/toast-store'
import { type Order, orderKeys, refreshOrders } from './queries'

type Call<Input> = (input: Input, params: { path: { number: string } }) => Promise<Order>

/** A mutation of one order; the response is the changed order. */
function useOrderAction<Input>(number: string, call: Call<Input>, done: (order: Order) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(input, { path: { number } }),
    onSuccess: (order) => {
      client.setQueryData(orderKeys.one(number), order)
      toast({ title: 'Order updated', description: done(order) })
    },
    onError: (error) => toastError(`Error updating ${number}`, error),
    onSettled: () => refreshOrders(client),
  })
}

export const useHold = (number: string) =>
  useOrderAction<{ note: string }>(
    number,
    (body, params) => unwrap(api.POST('/api/admin/orders/{number}/hold', { params, body })),
    () => `${number} is on hold.`,
  )

export const useCancel = (number: string) =>
  useOrderAction<{ note: string }>(
    number,
    (body, params) => unwrap(api.POST('/api/admin/orders/{number}/cancel', { params, body })),
    () => `${number} is cancelled; its units are back in stock.`,
  )

export const useRefund = (number: string) =>
  useOrderAction<{ amount: number; reason: string }>(
    number,
    (body, params) => unwrap(api.POST('/api/admin/orders/{number}/refunds', { params, body })),
    () => `The refund of ${number} is on its way.`,
  )

export const useMarkPaid = (number: string) =>
  useOrderAction<void>(
    number,
    (_, params) => unwrap(api.POST('/api/admin/orders/{number}/paid', { params })),
    () => `${number} is paid.`,
  )

export const useHandOver = (number: string) =>
  useOrderAction<void>(
    number,
    (_, params) => unwrap(api.POST('/api/admin/orders/{number}/handover', { params })),
    () => `${number} was handed over.`,
  )

export const useSaveNotes = (number: string) =>
  useOrderAction<{ staff_notes: string; was: string }>(
    number,
    (body, params) => unwrap(api.PUT('/api/admin/orders/{number}/notes', { params, body })),
    () => 'The notes are saved.',
  )

export const useResendMail = (number: string) =>
  useOrderAction<{ kind: 'confirmation' | 'status' }>(
    number,
    (body, params) => unwrap(api.POST('/api/admin/orders/{number}/mails', { params, body })),
    (order) => `The mail to ${order.email} is on its way.`,
  )
