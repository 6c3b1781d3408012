import type { components } from '~/shared/api/schema.gen'

/** What the shopper has typed and chosen. It is kept as long as the tab, through back and reload. */
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
  payment_method: '' | components['schemas']['OrderInput']['payment_method']
  /** Whether the address goes into the customer's address book when the order is placed. */
  save_address: boolean
  /** Whether the shopper has chosen a delivery method; until then the shop's default applies. */
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
  save_address: false,
  chosen: false,
}
