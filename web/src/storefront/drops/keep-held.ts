import { keepReservation } from '~/storefront/buyer/reservation-store'
import type { Reservation } from '~/storefront/buyer/reservations'
import { formStore } from '~/storefront/buyer/stores'

/** Remembers units that are held for this shopper. */
export function keepHeld({ token, email }: Reservation) {
  keepReservation(token)
  // The order must be for the email address that got the pass.
  formStore.write({ email })
}
