import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { cn } from '~/shared/lib/cn'
import { formatDate } from '~/shared/lib/dates'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions, DialogClose } from '~/shared/ui/Dialog'
import { Money, OrderMoney } from '~/shared/ui/Money'
import { toast } from '~/shared/ui/toast-store'
import { OrderBadge } from './OrderBadge'
import { OrderDetails } from './OrderDetails'
import type { OwnOrder } from './queries'

export function OrderCard({ order, openFirst }: { order: OwnOrder; openFirst?: boolean }) {
  const [open, setOpen] = useState(openFirst ?? false)
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <article
      aria-label={`Order ${order.number}`}
      className="rounded-3xl border border-line bg-white p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="mr-auto">
          <h3 className="font-display text-lg">{order.number}</h3>
          <p className="text-mute text-sm">
            {formatDate(order.created_at)} · {units} {units === 1 ? 'item' : 'items'} ·{' '}
            {order.fulfillment_type === 'pickup' ? 'Pickup' : 'Delivery'}
          </p>
        </div>
        <OrderBadge order={order} />
        <Money amount={order.total} currency={order.currency} />
        <div className="flex w-full flex-wrap gap-2 max-sm:gap-y-0 sm:w-auto">
          <Button variant="outline" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide Details' : 'View Details'}
            <ChevronDown
              className={cn('size-4 transition-transform duration-150', open && 'rotate-180')}
              aria-hidden="true"
            />
          </Button>
          <Reorder order={order} />
          {order.cancellable && <Cancel order={order} />}
        </div>
      </div>
      {open && (
        <OrderMoney currency={order.currency}>
          <OrderDetails order={order} />
        </OrderMoney>
      )}
    </article>
  )
}

function Reorder({ order }: { order: OwnOrder }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const reorder = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/account/orders/{number}/reorder', { params: { path: { number: order.number } } }),
      ),
    onSuccess: async ({ missing }) => {
      await client.invalidateQueries({ queryKey: keys.cart })
      const all = missing.length === order.lines.length
      toast({
        title: all ? 'Nothing of this order is in stock right now.' : 'Added to your cart.',
        description: !all && missing.length > 0 ? `Not available: ${missing.join(', ')}` : undefined,
        variant: all ? 'destructive' : 'default',
        action: all ? undefined : { label: 'View Cart', onClick: () => void navigate('/cart') },
      })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'Please try again.'),
      }),
  })
  return (
    <Button variant="outline" size="sm" busy={reorder.isPending} onClick={() => reorder.mutate()}>
      {!reorder.isPending && <RotateCcw className="size-4" aria-hidden="true" />}
      Reorder
    </Button>
  )
}

function Cancel({ order }: { order: OwnOrder }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/account/orders/{number}/cancel', { params: { path: { number: order.number } } })),
    onSuccess: () => {
      setAsking(false)
      toast({ title: `Order ${order.number} has been cancelled.` })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'The order could not be cancelled.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.orders }),
  })
  return (
    <>
      <Button variant="ghost" size="sm" className="text-danger!" onClick={() => setAsking(true)}>
        Cancel Order
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel order ${order.number}?`}
        description={
          order.payment_status === 'paid'
            ? 'What you paid comes back to you in full. This cannot be undone.'
            : 'This cannot be undone.'
        }
      >
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">Keep Order</Button>
          </DialogClose>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Yes, Cancel It
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
