import type { components } from '~/shared/api/schema.gen'
import { sumDollars } from '~/shared/lib/money'

export type OrderInput = components['schemas']['OrderInput']
export type Quote = components['schemas']['Quote']

/** What the shopper has typed and chosen. It lives as long as the tab, through back and reload. */
export type CheckoutForm = {
  email: string
  name: string
  phone: string
  fulfillment_type: 'delivery' | 'pickup'
  delivery_method: 'standard' | 'express'
  line1: string
  line2: string
  city: string
  state: string
  zip: string
  notes: string
  payment_method: '' | OrderInput['payment_method']
  /** The shopper has chosen how it should arrive; until then the shop's default stands. */
  chosen: boolean
}

export const emptyForm: CheckoutForm = {
  email: '',
  name: '',
  phone: '',
  fulfillment_type: 'delivery',
  delivery_method: 'standard',
  line1: '',
  line2: '',
  city: '',
  state: '',
  zip: '',
  notes: '',
  payment_method: '',
  chosen: false,
}

export type Line = { product_id: number; quantity: number }

/** The part of the form that decides the price. */
export function quoteInput(form: CheckoutForm, lines: readonly Line[], promoCode: string) {
  return {
    lines: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    fulfillment_type: form.fulfillment_type,
    delivery_method: form.delivery_method,
    state: form.fulfillment_type === 'delivery' ? form.state : '',
    promo_code: promoCode,
  }
}

/** The whole order as it is sent; the total is the one on the screen. */
export function orderInput(
  form: CheckoutForm,
  lines: readonly Line[],
  promoCode: string,
  total: number,
): OrderInput {
  const { chosen: _, payment_method, line1, line2, city, state, zip, ...rest } = form
  const address = form.fulfillment_type === 'delivery' ? { line1, line2, city, state, zip } : {}
  return {
    ...rest,
    ...address,
    payment_method: payment_method || 'card',
    lines: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    promo_code: promoCode,
    expected_total: total,
  }
}

/** Whoever ships free and wants it express pays what express costs more: the server's rule. */
export const deliveryPrice = (fee: number, standard: number, free: boolean) =>
  free ? Math.max(0, sumDollars([fee, -standard])) : fee

type Place = { city: string; state: string }

/**
 * What a ZIP code fills in. It knows the post office's city, which people call by other names too: one that was typed
 * stays, unless it lies in another state. `filled` is the city that a ZIP code put there before.
 */
export function fillFromZip(form: Place, place: Place, filled: string): Partial<Place> {
  const moved = form.state !== '' && form.state !== place.state
  const open = form.city === '' || form.city === filled || moved
  return { state: place.state, ...(place.city && open ? { city: place.city } : {}) }
}

type Method = components['schemas']['PaymentMethod']

/** How this total is paid: as chosen, or in the first way that takes so little; nothing is paid in none. */
export function paymentFor(
  chosen: CheckoutForm['payment_method'],
  methods: readonly Method[],
  total: number,
): CheckoutForm['payment_method'] {
  if (total === 0) return 'free'
  const usable = methods.filter(({ minimum }) => total >= minimum)
  return (usable.find(({ method }) => method === chosen) ?? usable[0])?.method ?? ''
}

export type FieldErrors = Partial<Record<string, string>>

/** What can be told without asking the server, in its words. It has the last one. */
export function checkForm(form: CheckoutForm): FieldErrors {
  const errors: FieldErrors = {}
  const need = (field: keyof CheckoutForm, message: string) => {
    if (String(form[field]).trim() === '') errors[field] = message
  }
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(form.email.trim())) errors.email = 'Enter an email address.'
  need('name', 'Enter your name.')
  if (form.phone.trim() !== '' && form.phone.replace(/\D/g, '').length < 7)
    errors.phone = 'Enter a phone number.'
  if (form.fulfillment_type === 'delivery') {
    need('line1', 'Enter your street address.')
    if (!/^\d{5}(-\d{4})?$/.test(form.zip.trim())) errors.zip = 'Enter a ZIP code, like 90046.'
    need('city', 'Enter your city.')
    need('state', 'Choose your state.')
  }
  need('payment_method', 'Choose how to pay.')
  return errors
}

/** The order in which the fields stand on the page, to find the first one that is wrong. */
export const fieldOrder = [
  'email',
  'name',
  'phone',
  'fulfillment_type',
  'line1',
  'line2',
  'zip',
  'city',
  'state',
  'notes',
  'payment_method',
]
