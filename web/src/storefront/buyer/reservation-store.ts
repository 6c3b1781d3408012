import { useQueries } from '@tanstack/react-query'
import { type Reservation, reservationQuery } from './reservations'
import { createSessionStore } from './session-store'

type Held = { tokens: string[] }

/** The tokens of units that are held for this shopper, for the cart and the checkout. */
export const reservationStore = createSessionStore<Held>(
  'snackdrop.reservations',
  { tokens: [] },
  () => localStorage,
)

const MOST_KEPT = 20

/** Remembers a token. The oldest are forgotten: their time is over. */
export function keepReservation(token: string) {
  const others = reservationStore.read().tokens.filter((known) => known !== token)
  reservationStore.write({ tokens: [...others, token].slice(-MOST_KEPT) })
}

export function forgetReservation(token: string) {
  reservationStore.write({ tokens: reservationStore.read().tokens.filter((known) => known !== token) })
}

/** What the shop knows of this shopper's reservations, by product. */
export function useReservations(): Map<number, Reservation> {
  const { tokens } = reservationStore.use()
  const results = useQueries({ queries: tokens.map(reservationQuery) })
  const known = new Map<number, Reservation>()
  for (const { data } of results) {
    const older = data && known.get(data.product_id)
    // One that is held wins; of those that are over, the newest.
    if (data && older?.state !== 'held') known.set(data.product_id, data)
  }
  return known
}
