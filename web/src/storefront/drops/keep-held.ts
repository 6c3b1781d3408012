import { formStore } from '~/storefront/checkout/stores'
import type { Reservation } from '~/storefront/waitlist/queries'
import { keepReservation } from '~/storefront/waitlist/reservation-store'

/** Remembers units that are held for this shopper. */
export function keepHeld({ token, email }: Reservation) {
  keepReservation(token)
  // The order must use the address of the pass.
  formStore.write({ email })
}
