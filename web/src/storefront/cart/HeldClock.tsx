import { useReservations } from '~/storefront/buyer/reservation-store'
import type { Reservation } from '~/storefront/buyer/reservations'
import { formatTimer, useSecondsLeft } from '~/storefront/shared/Countdown'

/** How long the first of the shopper's holds lasts, beside the cart. */
export default function HeldClock() {
  const held = [...useReservations().values()].filter(({ state }) => state === 'held')
  const [first] = held.sort((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at))
  return first ? <Left held={first} /> : null
}

function Left({ held }: { held: Reservation }) {
  const left = useSecondsLeft({ endsAt: held.expires_at, seconds: held.seconds_left, paused: held.paused })
  if (left === 0) return null
  return (
    // On a phone the row of buttons is full: it stands below the cart's.
    <span
      role="timer"
      aria-live="off"
      className="whitespace-nowrap px-1 font-bold text-secondary-glow text-sm tabular-nums max-sm:pointer-events-none max-sm:absolute max-sm:right-12 max-sm:bottom-0 max-sm:text-xs"
    >
      Held {formatTimer(left)}
    </span>
  )
}
