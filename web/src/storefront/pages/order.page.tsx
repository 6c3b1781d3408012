import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ApiError } from '~/shared/api/errors'
import { useAuth } from '~/shared/auth/AuthProvider'
import type { PageRoute } from '~/shared/lib/page'
import { ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { OrderMoney } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { Facts } from '~/storefront/checkout/Facts'
import { KeepOrder } from '~/storefront/checkout/KeepOrder'
import { Lines } from '~/storefront/checkout/Lines'
import { OrderStatus } from '~/storefront/checkout/OrderStatus'
import { pollEvery } from '~/storefront/checkout/poll-order'
import {
  type BuyersOrder,
  checkoutQuery,
  checkPayment,
  confirmOrder,
  orderQuery,
} from '~/storefront/checkout/queries'
import { Totals } from '~/storefront/checkout/Totals'
import { FirstScreen } from '~/storefront/layout/FirstScreen'
import { formatLocal } from '~/storefront/shared/local-time'

const ASK_EVERY = 2_500
const CONFIRM_FOR = 60_000

export const route: PageRoute = {
  path: '/order/:number',
  render: 'client',
  crawl: false,
  meta: (_known, _setting, { params }) => ({ title: `Order ${params.number}` }),
}

export default function OrderPage() {
  const { number = '' } = useParams()
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  const order = useQuery({
    ...orderQuery(number, key),
    refetchInterval: (query) => pollEvery(query.state.data, key !== ''),
  })
  const confirming = useConfirmation(number, key, search.has('back'), order.data)
  useConfirmedByMail(number, key, search.get('confirm'))
  return (
    <FirstScreen>
      <div className="wrap pt-11 pb-20 sm:pt-14">
        <h1 className="font-display text-[clamp(1.9rem,5.4vw,3.5rem)] leading-[1.05] tracking-[-0.02em]">
          Order {number}
        </h1>
        {order.data ? (
          <Order
            order={order.data}
            orderKey={key}
            confirming={confirming}
            declined={order.data.declined || search.has('declined')}
          />
        ) : order.isError ? (
          <NotYours missing={order.error instanceof ApiError && order.error.status === 404} />
        ) : (
          <Skeleton className="mt-8 h-56 rounded-3xl" />
        )}
      </div>
    </FirstScreen>
  )
}

/** Back from the pay page: ask the provider until it knows, for a minute. Its webhook brings the rest. */
function useConfirmation(number: string, key: string, back: boolean, order: BuyersOrder | undefined) {
  const client = useQueryClient()
  const [tooLong, setTooLong] = useState(false)
  // The money may have come too late, for an order that cannot be paid any more.
  const unpaid = order?.payable || order?.order_again
  const waiting = back && !tooLong && unpaid === true && !order?.declined
  useEffect(() => {
    if (!waiting) return
    const { queryKey } = orderQuery(number, key)
    const ask = () =>
      checkPayment(number, key).then(
        (now) => client.setQueryData(queryKey, now),
        () => undefined, // the next one may be answered
      )
    void ask()
    const again = setInterval(ask, ASK_EVERY)
    const end = setTimeout(() => setTooLong(true), CONFIRM_FOR)
    return () => {
      clearInterval(again)
      clearTimeout(end)
    }
  }, [waiting, number, key, client])
  return waiting
}

/** The link in the email of an order that is paid at the shop was opened: its units stay held for the whole time. */
function useConfirmedByMail(number: string, key: string, token: string | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (!token) return
    const { queryKey } = orderQuery(number, key)
    confirmOrder(number, token).then(
      (order) => client.setQueryData(queryKey, order),
      () => undefined, // the page shows how the order stands
    )
  }, [number, key, token, client])
}

type OrderProps = {
  order: BuyersOrder
  orderKey: string
  confirming: boolean
  declined: boolean
}

function Order({ order, orderKey, confirming, declined }: OrderProps) {
  const { user, isRestoring } = useAuth()
  const { data: offer } = useQuery(checkoutQuery)
  const pickup = order.fulfillment_type === 'pickup'
  // Without an email it was a deleted account's.
  const keep = !user && !isRestoring && !order.has_account && order.email ? offer?.account_offer : 'none'
  return (
    <OrderMoney currency={order.currency}>
      <p className="mt-3 text-mute">
        Placed <time dateTime={order.created_at}>{formatLocal(order.created_at)}</time> · {order.status_words}
      </p>
      <div className="mt-7 grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-6">
          <OrderStatus {...{ order, orderKey, confirming, declined }} />
          <section aria-label="Items" className="rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7">
            <h2 className="mb-5 font-display text-lg">Items</h2>
            <Lines lines={order.lines} />
            <div className="mt-6 border-line border-t pt-5">
              <Totals {...order} pickup={pickup} />
            </div>
          </section>
        </div>
        <div className="grid min-w-0 items-start gap-6 md:max-lg:grid-cols-2 md:max-lg:*:last:col-span-2">
          <section
            aria-label={pickup ? 'Pickup' : 'Delivery'}
            className="rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7"
          >
            <h2 className="font-display text-lg">{pickup ? 'Pickup' : 'Delivery'}</h2>
            <address className="mt-3 break-words not-italic leading-relaxed">
              {order.name}
              <br />
              {pickup ? (
                offer?.pickup_address
              ) : (
                <>
                  {order.line1}
                  <br />
                  {order.line2 && (
                    <>
                      {order.line2}
                      <br />
                    </>
                  )}
                  {order.city}, {order.state} {order.zip}
                </>
              )}
            </address>
            <Facts order={order} options={offer?.delivery_options ?? []} />
            {order.notes && <p className="mt-3 break-words text-mute text-sm">Your note: {order.notes}</p>}
          </section>
          {keep && keep !== 'none' && (
            <KeepOrder order={order} orderKey={orderKey} atOnce={keep === 'automatic'} />
          )}
          <ButtonLink to="/products" variant="outline">
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
    </OrderMoney>
  )
}

function NotYours({ missing }: { missing: boolean }) {
  return (
    <div className="mt-8">
      <EmptyState
        title={missing ? 'Order not found' : 'The shop did not answer'}
        text={
          missing ? 'The link may be incomplete. We can mail you a new one.' : 'Please try again in a moment.'
        }
      >
        <ButtonLink to="/orders" variant="ink">
          Find your order
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
