import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { forgetReservation } from '~/storefront/buyer/reservation-store'
import { reservationQuery } from '~/storefront/buyer/reservations'
import { formatTimer, useEnd, useSecondsLeft } from '~/storefront/shared/Countdown'
import type { HeldUnits, PricedLine } from './totals'

/** How long the units of a line are still held for this shopper, or that it is over. */
export function HeldLine({ line, held }: { line: PricedLine; held: HeldUnits }) {
  const navigate = useNavigate()
  const over = held.state !== 'held'
  return (
    <div
      className={`mt-2 flex flex-wrap items-center gap-x-3 font-semibold text-sm ${over ? 'text-danger' : 'text-success'}`}
    >
      {/* Announced when the reservation changes; the timer inside announces nothing. */}
      <p role="status">{over ? 'Your hold is over' : <TimeLeft held={held} />}</p>
      {over && (
        <button
          type="button"
          className="min-h-9 text-ink pointer-coarse:min-h-11 underline underline-offset-3"
          onClick={() => {
            forgetReservation(held.token)
            void navigate(`/product/${line.product_id}`)
          }}
        >
          Try again
        </button>
      )}
    </div>
  )
}

function TimeLeft({ held }: { held: HeldUnits }) {
  const client = useQueryClient()
  const left = useSecondsLeft({ endsAt: held.expires_at, seconds: held.seconds_left, paused: held.paused })
  useEnd(
    left,
    useCallback(
      () => void client.invalidateQueries({ queryKey: reservationQuery(held.token).queryKey }),
      [client, held.token],
    ),
  )
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      Held for you: {formatTimer(left)}
    </span>
  )
}
