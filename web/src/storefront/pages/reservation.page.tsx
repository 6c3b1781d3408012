import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { productQuery } from '~/shared/api/queries'
import type { Product } from '~/shared/api/types'
import type { PageRoute } from '~/shared/lib/page'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { forgetReservation, keepReservation } from '~/storefront/buyer/reservation-store'
import { type Reservation, releaseReservation, reservationQuery } from '~/storefront/buyer/reservations'
import { formStore } from '~/storefront/buyer/stores'
import { useCart } from '~/storefront/cart/CartProvider'
import { Countdown } from '~/storefront/shared/Countdown'
import { formatLocal } from '~/storefront/shared/local-time'
import { ShopButton } from '~/storefront/shared/ShopButton'
import { Stage, Text } from '~/storefront/waitlist/Stage'

const titles = { held: 'Held for you', used: 'It is yours', ended: 'Your hold is over' }

export const route: PageRoute = {
  path: '/reservation/:token',
  render: 'client',
  crawl: false,
  meta: () => ({ title: titles.held }),
  noScript: {
    title: titles.held,
    text: 'What this link is for stays yours until its time is over. Paying needs JavaScript: switch it on and load this page again, or open its address on any other device.',
  },
}

export default function ReservationPage() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery(reservationQuery(token))
  const product = useQuery({ ...productQuery(data?.product_id ?? 0), enabled: data !== undefined })
  if (data && product.data)
    return (
      <Stage title={titles[data.state]} product={product.data} lit={data.state !== 'ended'}>
        {data.state === 'held' ? (
          <Held reservation={data} product={product.data} />
        ) : (
          <Over state={data.state} product={product.data} />
        )}
      </Stage>
    )
  if (product.data === null || (error instanceof ApiError && error.status === 404))
    return (
      <Stage title="This link is not valid">
        <Text>Nothing is held under it.</Text>
        <ShopButton size="lg" className="mt-8" />
      </Stage>
    )
  const failed = error ?? product.error
  if (failed)
    return (
      <Stage title="The shop did not answer">
        <Text>{errorMessage(failed, 'Please try again in a moment.')}</Text>
        <Button
          variant="hot"
          size="lg"
          className="mt-8"
          onClick={() => void (error ? refetch() : product.refetch())}
        >
          Try again
        </Button>
      </Stage>
    )
  return (
    <Stage title="One moment…">
      <div aria-busy="true">
        <Skeleton className="mt-6 h-6 w-72 max-w-full opacity-30" />
        <Skeleton className="mt-7 h-14 w-48 opacity-30" />
      </div>
    </Stage>
  )
}

type HeldProps = { reservation: Reservation; product: Product }

function Held({ reservation, product }: HeldProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { lines, add, setQuantity } = useCart()
  const { token, units, wanted } = reservation
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: reservationQuery(token).queryKey }),
    [client, token],
  )
  const pass = useMutation({
    mutationFn: () => releaseReservation(token),
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
  return (
    <>
      <Text>
        {units > 1 && `${units} × `}
        <b>{product.name}</b> · <Money amount={reservation.price} />
        {units > 1 && ' each'}
      </Text>
      {units < wanted && (
        <p className="mt-2 text-mist">
          We have {units} of the {wanted} you wanted.
        </p>
      )}
      <div className="mt-6">
        <p className="text-mist text-sm">Time left to buy</p>
        <Countdown
          label="Time left to buy"
          endsAt={reservation.expires_at}
          seconds={reservation.seconds_left}
          paused={reservation.paused}
          onEnd={refresh}
        />
        <p className="mt-1 text-mist text-sm">
          {reservation.paused ? (
            'Paused for a moment. Your time stands still until the drop goes on.'
          ) : (
            <>
              Until <time dateTime={reservation.expires_at}>{formatLocal(reservation.expires_at)}</time>
            </>
          )}
        </p>
      </div>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button variant="hot" size="lg" className="max-sm:w-full" onClick={buy}>
          Buy now
        </Button>
        <Button
          variant="outline-ink"
          size="lg"
          className="max-sm:w-full"
          busy={pass.isPending}
          onClick={() => pass.mutate()}
        >
          Give it to the next
        </Button>
      </div>
      {pass.error && (
        <p role="alert" className="mt-4 font-semibold">
          {errorMessage(pass.error, 'The shop did not answer. Please try again.')}
        </p>
      )}
    </>
  )
}

function Over({ state, product }: { state: 'used' | 'ended'; product: Product }) {
  const used = state === 'used'
  return (
    <>
      <Text>
        {used
          ? 'This offer was used for an order. The link in the order’s email shows how it stands.'
          : 'What is not bought in time, or given back, goes to the next in line.'}
      </Text>
      {used ? (
        <ShopButton size="lg" className="mt-8" />
      ) : (
        <ButtonLink to={`/product/${product.id}`} variant="hot" size="lg" className="mt-8">
          {`See ${product.name}`}
        </ButtonLink>
      )}
    </>
  )
}
