import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { productQuery } from '~/shared/api/queries'
import type { Product } from '~/shared/api/types'
import type { PageRoute } from '~/shared/lib/page'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { useCart } from '~/storefront/cart/CartProvider'
import { Countdown } from '~/storefront/checkout/Countdown'
import { formStore } from '~/storefront/checkout/stores'
import { ProductImage } from '~/storefront/product/ProductImage'
import { giveBack, type Reservation, reservationQuery } from '~/storefront/waitlist/queries'
import { forgetReservation, keepReservation } from '~/storefront/waitlist/reservation-store'

export const route: PageRoute = {
  path: '/reservation/:token',
  render: 'client',
  crawl: false,
  meta: () => ({ title: 'Held for you' }),
}

export default function ReservationPage() {
  const { token = '' } = useParams()
  const held = useQuery(reservationQuery(token))
  const product = useQuery({ ...productQuery(held.data?.product_id ?? 0), enabled: held.data !== undefined })
  const missing = held.error instanceof ApiError && held.error.status === 404
  return (
    <div className="on-ink glow-wall text-paper">
      <div className="wrap grid min-h-[70vh] content-center py-14 sm:py-20">
        {held.data && product.data ? (
          <Held reservation={held.data} product={product.data} since={held.dataUpdatedAt} />
        ) : missing || (held.data && product.data === null) ? (
          <Over title="This link is not valid">Nothing is held under it.</Over>
        ) : held.error ? (
          <Over title="The shop did not answer">
            {errorMessage(held.error, 'Please try again in a moment.')}
          </Over>
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-14 w-80 max-w-full opacity-30" />
            <Skeleton className="mt-8 h-64 rounded-3xl opacity-30" />
          </div>
        )}
      </div>
    </div>
  )
}

type Props = { reservation: Reservation; product: Product; since: number }

function Held({ reservation, product, since }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { lines, add, setQuantity } = useCart()
  const { token, units, wanted, state } = reservation
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: reservationQuery(token).queryKey }),
    [client, token],
  )
  const pass = useMutation({
    mutationFn: () => giveBack(token),
    onSuccess: () => forgetReservation(token),
    onSettled: refresh,
  })
  function buy() {
    keepReservation(token)
    formStore.write({ email: reservation.email })
    const line = lines.find(({ product_id }) => product_id === product.id)
    if (!line) add(product, units)
    else if (line.quantity < units) setQuantity(product.id, units)
    void navigate('/checkout')
  }
  if (state === 'used')
    return (
      <Over title="It is yours">
        This offer was used for an order. The link in the order’s email shows how it stands.
      </Over>
    )
  if (state !== 'held')
    return (
      <Over title="Your hold is over" product={product}>
        It has gone to the next in line.
      </Over>
    )
  return (
    <div className="grid items-center gap-8 md:grid-cols-[minmax(0,22rem)_1fr] lg:gap-16">
      <ProductImage
        product={product}
        sizes="22rem"
        className="aspect-square rounded-[2rem] max-md:max-w-64"
      />
      <div>
        <h1 className="neon-text font-display text-[clamp(2.3rem,7vw,4.25rem)] leading-[1.03] tracking-[-0.02em]">
          Held for you
        </h1>
        <p className="mt-5 text-lg text-mist sm:text-xl">
          {units > 1 && `${units} × `}
          <b className="text-paper">{product.name}</b> · <Money amount={reservation.price} />
          {units > 1 && ' each'}
        </p>
        {units < wanted && (
          <p className="mt-2 text-mist">
            We have {units} of the {wanted} you wanted.
          </p>
        )}
        <div className="mt-6">
          <p className="text-mist text-sm">Time left to buy</p>
          <Countdown
            key={since}
            label="Time left to buy"
            seconds={reservation.seconds_left}
            since={since}
            onEnd={refresh}
          />
        </div>
        <div className="mt-8 flex flex-wrap gap-4">
          <Button variant="hot" size="lg" onClick={buy}>
            Buy now
          </Button>
          <Button variant="outline" size="lg" busy={pass.isPending} onClick={() => pass.mutate()}>
            Give it to the next
          </Button>
        </div>
        {pass.error && (
          <p role="alert" className="mt-4 font-semibold">
            {errorMessage(pass.error, 'The shop did not answer. Please try again.')}
          </p>
        )}
      </div>
    </div>
  )
}

function Over({ title, product, children }: { title: string; product?: Product; children: ReactNode }) {
  return (
    <div role="status">
      <h1 className="font-display text-[clamp(2rem,6vw,3.5rem)] leading-[1.05] tracking-[-0.02em]">
        {title}
      </h1>
      <p className="mt-4 text-lg text-mist">{children}</p>
      <ButtonLink
        to={product ? `/product/${product.id}` : '/products'}
        variant="hot"
        size="lg"
        className="mt-8"
      >
        {product ? `See ${product.name}` : 'Shop Latest Drops'}
      </ButtonLink>
    </div>
  )
}
