import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, CircleX, Clock } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '~/shared/lib/cn'
import { useSettings } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import { NeonSign } from '~/shared/ui/NeonSign'
import { Spinner } from '~/shared/ui/Spinner'
import { useCartActions } from '~/storefront/cart/CartProvider'
import { Countdown } from '~/storefront/shared/Countdown'
import { formatLocal } from '~/storefront/shared/local-time'
import { PayButton } from './PayButton'
import { type BuyersOrder, orderQuery } from './queries'
import { useReleaseOrder } from './use-release-order'

type Props = { order: BuyersOrder; orderKey: string; confirming: boolean; declined: boolean }

/** The banner of an order page: whether it is placed and paid, and what happens next. */
export function OrderStatus({ order, orderKey, confirming, declined }: Props) {
  const formatMoney = useMoney()
  const client = useQueryClient()
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: orderQuery(order.number, orderKey).queryKey }),
    [client, order.number, orderKey],
  )
  const pickup = order.fulfillment_type === 'pickup'

  const back = order.payment_status === 'refunded' || order.status === 'refunded'
  if (back || (order.status === 'cancelled' && order.refunded > 0))
    return (
      <Panel icon={<CircleX />} title="Your money is on its way back">
        <p>
          {order.paid_late
            ? 'Your payment came after the time to pay was over, and this order could not be filled any more. '
            : order.status === 'cancelled' && 'This order was cancelled. '}
          {back ? 'We have refunded' : 'We are refunding'} {formatMoney(order.refunded)}. Banks take a few
          days to show it.
        </p>
      </Panel>
    )
  if (confirming)
    return (
      <Panel icon={<Spinner />} title="Confirming your payment…">
        <p>
          This usually takes a few seconds.
          {order.confirmation_mail && ` You can close this page: we will write to ${order.email} as well.`}
        </p>
      </Panel>
    )
  if (order.payable && order.held)
    return (
      <Panel
        icon={<Clock />}
        title={declined ? 'The payment was declined' : 'Your items are waiting for you'}
      >
        <p>
          {declined
            ? 'Nothing was charged. Your items are still held: try again, or with another card.'
            : 'Pay within the time below and they are yours. After it they go back on the shelf.'}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-8 gap-y-4">
          <Countdown endsAt={order.hold_ends_at} seconds={order.hold_seconds} onEnd={refresh} />
          <PayButton order={order} orderKey={orderKey} onRefused={refresh} />
          <ReleaseButton order={order} orderKey={orderKey} />
        </div>
      </Panel>
    )
  if (order.payable)
    return (
      <Panel icon={<CircleX />} title="The time to pay is over">
        <p>
          Your items went back on the shelf and nothing was charged. If they are still there, you can have
          them.
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-4">
          <PayButton order={order} orderKey={orderKey} onRefused={refresh} />
          <ReleaseButton order={order} orderKey={orderKey} />
        </div>
      </Panel>
    )
  if (order.order_again)
    return (
      <Panel icon={<CircleX />} title="The time to pay is over">
        <p>{order.refusal} Nothing was charged.</p>
        <div className="mt-5 flex flex-wrap items-center gap-4">
          <OrderAgainButton order={order} />
        </div>
      </Panel>
    )
  if (order.status === 'cancelled')
    return (
      <Panel icon={<CircleX />} title="This order was cancelled">
        <p>Nothing is due.</p>
      </Panel>
    )
  return (
    <Panel icon={<BadgeCheck />} title="Thank you! It’s yours." festive>
      <p>
        {order.payment_method === 'free'
          ? 'There is nothing to pay.'
          : order.payment_status === 'paid'
            ? 'Your payment is in.'
            : pickup
              ? 'You pay when you pick it up.'
              : 'You pay when it is delivered.'}
        {order.payment_status === 'unpaid' && order.held && order.hold_ends_at && (
          <> Held until {formatLocal(order.hold_ends_at)}.</>
        )}
        {order.confirmation_mail && (
          <>
            {' '}
            A confirmation is on its way to <b className="break-words">{order.email}</b>.
          </>
        )}
      </p>
      {pickup && order.pickup_code && (
        <div className="mt-5">
          <p className="text-mist text-sm">Say this code at the counter</p>
          <p className="font-display text-4xl text-secondary-glow tracking-[0.12em]">{order.pickup_code}</p>
        </div>
      )}
    </Panel>
  )
}

type PanelProps = { icon: ReactNode; title: string; festive?: boolean; children: ReactNode }

function Panel({ icon, title, festive = false, children }: PanelProps) {
  const sign = useSettings()('shop_sign')
  return (
    <section
      aria-label="Order status"
      className="on-ink glow-wall relative overflow-hidden rounded-3xl p-6 text-paper sm:p-9"
    >
      {festive && sign && (
        <NeonSign
          name={sign}
          className="absolute top-1/2 right-[5%] hidden h-[72%] max-h-44 w-auto -translate-y-1/2 rotate-6 text-secondary-glow md:block"
        />
      )}
      <div role="status">
        <span aria-hidden="true" className="text-secondary-glow [&>svg]:size-9">
          {icon}
        </span>
        <h2
          className={cn(
            'mt-3 font-display text-[clamp(1.4rem,3.4vw,2.1rem)] leading-tight',
            festive && 'neon-text',
          )}
        >
          {title}
        </h2>
      </div>
      <div className={cn('mt-2 max-w-prose text-mist [&_b]:text-paper', festive && 'md:max-w-[65%]')}>
        {children}
      </div>
    </section>
  )
}

/** Puts the products of an order that lapsed into the cart, at today's prices. */
function OrderAgainButton({ order }: { order: BuyersOrder }) {
  const navigate = useNavigate()
  const { add } = useCartActions()
  const lines = order.lines.filter(({ product_id }) => product_id !== null)
  if (lines.length === 0) return null
  return (
    <Button
      variant="hot"
      size="lg"
      onClick={() => {
        for (const { product_id, product_name, price, image_url, quantity } of lines)
          if (product_id) add({ id: product_id, name: product_name, price, image_url }, quantity)
        void navigate('/cart')
      }}
    >
      Add to cart at today’s prices
    </Button>
  )
}

function ReleaseButton({ order, orderKey }: { order: BuyersOrder; orderKey: string }) {
  const navigate = useNavigate()
  const { busy, release } = useReleaseOrder(order, orderKey)
  return (
    <Button
      variant="outline-ink"
      busy={busy}
      onClick={async () => {
        if (await release()) void navigate('/cart')
      }}
    >
      Cancel and edit cart
    </Button>
  )
}
