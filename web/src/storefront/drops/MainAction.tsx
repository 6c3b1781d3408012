import { ArrowRight, ShoppingBag } from 'lucide-react'
import { Button, ButtonLink, buttonClass } from '~/shared/ui/Button'
import { useReservations } from '~/storefront/buyer/reservation-store'
import type { Reservation } from '~/storefront/buyer/reservations'
import { formatTimer, useSecondsLeft } from '~/storefront/shared/Countdown'
import type { Action } from './action'
import { DrawEntry } from './DrawEntry'
import { ReminderForm } from './ReminderForm'
import type { Drop, DropProduct, Phase } from './types'
import { UnlockForm } from './UnlockForm'

type MainActionProps = {
  drop: Drop
  phase: Phase
  action: Action
  nextDrop: string
  busy: boolean
  onBuy: (product: DropProduct) => void
}

/** The main button of a drop's page. */
export function MainAction({ drop, phase, action, nextDrop, busy, onBuy }: MainActionProps) {
  const reservations = useReservations()
  const held = drop.products.map(({ id }) => reservations.get(id)).find((one) => one?.state === 'held')
  if (held && action !== 'next') return <ToCart held={held} />
  const [only] = drop.products
  const wide = 'w-full sm:w-auto sm:min-w-72'
  switch (action) {
    case 'remind':
      return <ReminderForm slug={drop.slug} />
    case 'unlock':
      return <UnlockForm slug={drop.slug} />
    case 'line':
      // The line's page is not part of this app (Go writes it), so that it loads fast on slow phones.
      return (
        <ButtonLink reloadDocument to={`/drop/${drop.slug}/line`} variant="hot" size="lg" className={wide}>
          Join the line <ArrowRight className="size-5" aria-hidden="true" />
        </ButtonLink>
      )
    case 'buy':
      return drop.products.length === 1 && only ? (
        <Button variant="hot" size="lg" className={wide} busy={busy} onClick={() => onBuy(only)}>
          <ShoppingBag className="size-5" aria-hidden="true" />
          Add to Cart
        </Button>
      ) : (
        <a href="#in-the-drop" className={buttonClass({ variant: 'hot', size: 'lg', className: wide })}>
          Choose yours <ArrowRight className="size-5" aria-hidden="true" />
        </a>
      )
    case 'waitlist':
      return drop.products.length === 1 && only ? (
        <ButtonLink to={`/product/${only.id}`} variant="hot" size="lg" className={wide}>
          Join the waitlist
        </ButtonLink>
      ) : (
        <a href="#in-the-drop" className={buttonClass({ variant: 'hot', size: 'lg', className: wide })}>
          Join the waitlist
        </a>
      )
    case 'draw':
      return phase === 'live' ? (
        <DrawEntry drop={drop} phase={phase} />
      ) : (
        <ButtonLink to={`/drop/${drop.slug}/draw`} variant="hot" size="lg" className={wide}>
          See the draw <ArrowRight className="size-5" aria-hidden="true" />
        </ButtonLink>
      )
    case 'wait':
      return (
        <Button variant="hot" size="lg" className={wide} disabled>
          Back in a moment
        </Button>
      )
    case 'next':
      return (
        <ButtonLink to={nextDrop} variant="hot" size="lg" className={wide}>
          See the next drop <ArrowRight className="size-5" aria-hidden="true" />
        </ButtonLink>
      )
  }
}

function ToCart({ held }: { held: Reservation }) {
  const left = useSecondsLeft({ endsAt: held.expires_at, seconds: held.seconds_left, paused: held.paused })
  return (
    <ButtonLink to="/cart" variant="hot" size="lg" className="w-full sm:w-auto sm:min-w-72">
      <ShoppingBag className="size-5" aria-hidden="true" />
      Go to Cart · <span className="tabular-nums">Held {formatTimer(left)}</span>
    </ButtonLink>
  )
}
