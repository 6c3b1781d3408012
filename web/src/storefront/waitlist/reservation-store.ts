import { useQueries } from '@tanstack/react-query'
import { createSessionStore } from '~/storefront/session-store'
import { type Reservation, reservationQuery } from './queries'

type Held = { tokens: string[] }

/** The tokens of units that are held for this shopper, for the cart and the checkout. */
export const reservationStore = createSessionStore<Held>(
  'snackdrop.reservations',
  { tokens: [] },
  () => localStorage,
)

/** A person has one reservation of a product: a newer one replaces the older. */
export function keepReservation(token: string) {
  const { tokens } = reservationStore.read()
  if (!tokens.includes(token)) reservationStore.write({ tokens: [...tokens, token] })
}

export function forgetReservation(token: string) {
  reservationStore.write({ tokens: reservationStore.read().tokens.filter((known) => known !== token) })
}

export type KnownReservation = Reservation & { since: number }

/** What the shop knows of this shopper's reservations, by product. */
export function useReservations(): Map<number, KnownReservation> {
  const { tokens } = reservationStore.use()
  const answers = useQueries({ queries: tokens.map(reservationQuery) })
  const known = new Map<number, KnownReservation>()
  for (const { data, dataUpdatedAt } of answers) {
    const older = data && known.get(data.product_id)
    if (data && older?.state !== 'held') known.set(data.product_id, { ...data, since: dataUpdatedAt })
  }
  return known
}
