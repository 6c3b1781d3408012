import type { components } from '~/shared/api/schema.gen'
import { AddressInput, OrderInput } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import type { heldFields } from '~/shared/form/held-fields'
import { checkFields } from '~/shared/form/limits'
import { sumDollars } from '~/shared/lib/money'
import { MIN_PHONE_DIGITS } from '~/shared/lib/rules.gen'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'

export type Order = components['schemas']['OrderInput']
export type Quote = components['schemas']['Quote']

/** Gives a text field of the checkout its attributes. */
export type CheckoutField = ReturnType<typeof heldFields<CheckoutForm>>

export type Line = { product_id: number; quantity: number }

/**
 * The part of the form that decides the price. `reservations` are the tokens of units that are held for the shopper, `pass` lets
 * them buy in a drop.
 */
export function quoteInput(
  form: CheckoutForm,
  lines: readonly Line[],
  promoCode: string,
  reservations: string[] = [],
  pass = '',
) {
  return {
    lines: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    fulfillment_type: form.fulfillment_type,
    delivery_method: form.delivery_method,
    state: form.fulfillment_type === 'delivery' ? form.state : '',
    promo_code: promoCode,
    ...(reservations.length > 0 && { reservations }),
    ...(pass && { pass }),
  }
}

/** The order as it is sent, with the total that the screen shows. */
export function orderInput(
  form: CheckoutForm,
  lines: readonly Line[],
  promoCode: string,
  total: number,
  reservations: string[] = [],
  pass = '',
): Order {
  const { chosen: _, save_address: __, payment_method, line1, line2, city, state, zip, ...rest } = form
  const address = form.fulfillment_type === 'delivery' ? { line1, line2, city, state, zip } : {}
  return {
    ...rest,
    ...address,
    payment_method: payment_method || 'card',
    lines: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    promo_code: promoCode,
    ...(reservations.length > 0 && { reservations }),
    ...(pass && { pass }),
    expected_total: total,
  }
}

/** With free shipping, express costs the difference to standard: the server's rule. */
export const deliveryPrice = (fee: number, standard: number, free: boolean) =>
  free ? Math.max(0, sumDollars([fee, -standard])) : fee

type Saved = components['schemas']['SavedAddress']

/** The entry of the address book that the form has, preferably under the same name. */
export function savedAs(form: CheckoutForm, book: readonly Saved[]): Saved | undefined {
  const same = book.filter((saved) =>
    (['line1', 'line2', 'city', 'state', 'zip'] as const).every((key) => saved[key] === form[key].trim()),
  )
  return same.find(({ name }) => name === form.name.trim()) ?? same[0]
}

type Method = components['schemas']['PaymentMethod']

/** The ways to pay for this order: payment on delivery may be for one state only. */
export const methodsFor = (
  methods: readonly Method[],
  { fulfillment_type, state }: Pick<CheckoutForm, 'fulfillment_type' | 'state'>,
): Method[] =>
  methods.filter(({ states }) => fulfillment_type === 'pickup' || states === 'any' || states === state)

/** How this total is paid: as chosen, or by the first method whose minimum it reaches. A total of zero is free. */
export function paymentFor(
  chosen: CheckoutForm['payment_method'],
  methods: readonly Method[],
  total: number,
): CheckoutForm['payment_method'] {
  if (total === 0) return 'free'
  const usable = methods.filter(({ minimum }) => total >= minimum)
  return (usable.find(({ method }) => method === chosen) ?? usable[0])?.method ?? ''
}

/** Checks what needs no server, with the server's messages. The server checks again. */
export function checkForm(form: CheckoutForm): FieldErrors {
  const errors = checkFields(OrderInput, form, {
    email: 'Enter an email address.',
    name: { required: 'Enter your name.' },
  })
  if (form.phone.trim() !== '' && form.phone.replace(/\D/g, '').length < MIN_PHONE_DIGITS)
    errors.phone = 'Enter a phone number.'
  if (form.fulfillment_type === 'delivery') Object.assign(errors, checkAddress(form))
  if (form.payment_method === '') errors.payment_method = 'Choose how to pay.'
  return errors
}

/** A delivery needs the whole address, as an entry of the address book does. */
const checkAddress = (form: CheckoutForm) =>
  checkFields(AddressInput, form, {
    line1: { required: 'Enter your street address.' },
    zip: 'Enter a ZIP code, like 12345.',
    city: { required: 'Enter your city.' },
    state: { required: 'Choose your state.' },
  })
