import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { ApiError } from '~/shared/api/errors'
import { Button } from '~/shared/ui/Button'
import { OrderMoney } from '~/shared/ui/Money'
import { waitingStore } from '~/storefront/buyer/stores'
import { Countdown } from '~/storefront/shared/Countdown'
import { PayButton } from './PayButton'
import { type BuyersOrder, orderQuery } from './queries'
import { useReleaseOrder } from './use-release-order'

/** The order that waits for its payment, for a shopper who left the pay page: pay it or cancel it. */
export function WaitingOrder() {
  const { number, key } = waitingStore.use()
  const order = useQuery({
    ...orderQuery(number, key),
    enabled: number !== '',
    // Guests get no live updates about orders.
    refetchInterval: 15_000,
  })
  const over =
    order.data?.payable === false || (order.error instanceof ApiError && order.error.status === 404)
  useEffect(() => {
    if (over) waitingStore.forget()
  }, [over])
  if (number === '' || !order.data?.payable) return null
  return (
    <OrderMoney currency={order.data.currency}>
      <Notice order={order.data} orderKey={key} />
    </OrderMoney>
  )
}

function Notice({ order, orderKey }: { order: BuyersOrder; orderKey: string }) {
  const client = useQueryClient()
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: orderQuery(order.number, orderKey).queryKey }),
    [client, order.number, orderKey],
  )
  const { busy, release } = useReleaseOrder(order, orderKey)
  const name = (
    <Link
      to={`/order/${order.number}?key=${orderKey}`}
      className="whitespace-nowrap underline decoration-2 underline-offset-3"
    >
      {order.number}
    </Link>
  )
  return (
    <section
      aria-label="Order waiting for payment"
      className="mt-7 grid gap-x-8 gap-y-4 rounded-3xl bg-white p-6 ring-2 ring-secondary sm:flex sm:flex-wrap sm:items-center sm:p-7"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-display text-lg leading-snug">
          {order.held ? (
            <>Your order {name} is waiting for payment</>
          ) : (
            <>The time to pay for your order {name} is over</>
          )}
        </h2>
        <p className="mt-1 text-mute">
          {order.held
            ? 'Your items are held for you until the time is over.'
            : 'Your items went back on the shelf and nothing was charged. If they are still there, you can have them.'}
        </p>
      </div>
      {order.held && <Countdown endsAt={order.hold_ends_at} seconds={order.hold_seconds} onEnd={refresh} />}
      <div className="flex flex-wrap items-start gap-3">
        <PayButton order={order} orderKey={orderKey} onRefused={refresh} name="Pay now" />
        <Button variant="outline" size="lg" busy={busy} onClick={() => void release()}>
          Cancel and edit cart
        </Button>
      </div>
    </section>
  )
}
