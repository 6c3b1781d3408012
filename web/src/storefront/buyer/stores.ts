import { type CheckoutForm, emptyForm } from './checkout-form'
import { reservationStore } from './reservation-store'
import { createSessionStore } from './session-store'

export const formStore = createSessionStore<CheckoutForm>('snackdrop.checkout', emptyForm)

type Attempt = { key: string; request: string }
const attemptStore = createSessionStore<Attempt>('snackdrop.attempt', { key: '', request: '' })

/** The idempotency key of an order: the same for the same order, through double clicks, lost responses and reloads. */
export function keyFor(order: object): string {
  const request = JSON.stringify(order)
  const last = attemptStore.read()
  if (last.request === request && last.key !== '') return last.key
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  attemptStore.write({ key, request })
  return key
}

/** The order is placed: the next one gets a new key, even when it is identical. */
export const forgetAttempt = () => attemptStore.forget()

type LastOrder = { number: string; key: string }

/** The order placed in this tab, for a shopper who comes back to the checkout from the pay page. */
export const lastOrderStore = createSessionStore<LastOrder>('snackdrop.last-order', { number: '', key: '' })

/** The order that waits for its payment, also after the tab with the pay page was closed. */
export const waitingStore = createSessionStore<LastOrder>(
  'snackdrop.waiting',
  { number: '', key: '' },
  () => localStorage,
)

/** Removes everything that a person typed or bought in this browser. */
export function forgetBuyer() {
  for (const store of [formStore, attemptStore, lastOrderStore, waitingStore, reservationStore])
    store.forget()
}
