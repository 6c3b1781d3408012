import { describe, expect, it } from 'vitest'
import { emails } from '~/shared/form/test-email-rule'
import { formatMoney } from '~/shared/lib/money'
import { fillFromZip } from '~/storefront/address/use-zip-code'
import { emptyForm } from '~/storefront/buyer/checkout-form'
import { changes } from './changes'
import { addWorkingDays, deliveryDates } from './delivery-dates'
import { checkForm, deliveryPrice, orderInput, paymentFor, savedAs } from './form'

describe('delivery dates', () => {
  it('counts working days over a weekend', () => {
    const friday = new Date(2026, 2, 6)
    expect(addWorkingDays(friday, 1).getDate()).toBe(9)
    expect(deliveryDates(friday, 3, 5)).toBe('Wed, Mar 11 – Fri, Mar 13')
    expect(deliveryDates(friday, 2, 2)).toBe('Tue, Mar 10')
    expect(deliveryDates(friday, 0, 0)).toBe('')
  })
})

describe('the form', () => {
  it('asks for an address only when something is delivered', () => {
    expect(Object.keys(checkForm(emptyForm))).toEqual([
      'email',
      'name',
      'line1',
      'zip',
      'city',
      'state',
      'payment_method',
    ])
    const pickup = { ...emptyForm, fulfillment_type: 'pickup' as const }
    expect(Object.keys(checkForm(pickup))).toEqual(['email', 'name', 'payment_method'])
  })

  it.each(emails.valid)('takes the address %j', (email) => {
    expect(checkForm({ ...emptyForm, email }).email).toBeUndefined()
  })

  it.each(emails.invalid)('refuses the address %j', (email) => {
    expect(checkForm({ ...emptyForm, email }).email).toBe('Enter an email address.')
  })

  it('keeps to itself whether the address is saved', () => {
    expect(orderInput({ ...emptyForm, save_address: true }, [], '', 5)).not.toHaveProperty('save_address')
  })

  it('knows the entry of the address book that it has', () => {
    const address = { line1: '1 Main St', line2: '', city: 'Bend', state: 'OR', zip: '97701' }
    const saved = { id: 1, name: 'Home', ...address, phone: '', is_default: true }
    const book = [saved, { ...saved, id: 2, name: 'Robin' }, { ...saved, id: 3, line1: '2 Main St' }]
    expect(savedAs(emptyForm, book)).toBeUndefined()
    expect(savedAs({ ...emptyForm, ...address, name: 'Robin' }, book)?.id).toBe(2)
    expect(savedAs({ ...emptyForm, ...address, name: 'Casey' }, book)?.id).toBe(1)
    expect(savedAs({ ...emptyForm, ...address, line2: 'Apt 4' }, book)).toBeUndefined()
  })

  it('sends no address with a pickup', () => {
    const form = { ...emptyForm, fulfillment_type: 'pickup' as const, line1: '1 Main St', zip: '97205' }
    expect(orderInput(form, [], '', 5)).not.toHaveProperty('line1')
  })
})

describe('a ZIP code', () => {
  const la = { city: 'Los Angeles', state: 'CA' }
  it.each([
    ['fills what is empty', { city: '', state: '' }, '', la],
    ['leaves a city that was typed', { city: 'West Hollywood', state: '' }, '', { state: 'CA' }],
    ['changes a city that one filled before', { city: 'Fresno', state: 'CA' }, 'Fresno', la],
    ['changes a city in another state', { city: 'Austin', state: 'TX' }, '', la],
  ])('%s', (_, form, filled, filling) => expect(fillFromZip(form, la, filled)).toEqual(filling))

  it('leaves the city alone where it knows none', () => {
    expect(fillFromZip({ city: 'Bend', state: 'OR' }, { city: '', state: 'OR' }, '')).toEqual({ state: 'OR' })
  })
})

it('a way to pay that takes no small totals gives way to one that does', () => {
  const card = { method: 'card' as const, demo: false, minimum: 0.5, states: 'any' }
  const manual = { method: 'manual' as const, demo: false, minimum: 0, states: 'CA' }
  expect(paymentFor('card', [card, manual], 0.5)).toBe('card')
  expect(paymentFor('card', [card, manual], 0.49)).toBe('manual')
  expect(paymentFor('card', [card], 0.49)).toBe('')
  expect(paymentFor('card', [], 0)).toBe('free')
})

it('free shipping takes the standard fee off either way of delivery', () => {
  expect(deliveryPrice(5.99, 5.99, false)).toBe(5.99)
  expect(deliveryPrice(5.99, 5.99, true)).toBe(0)
  expect(deliveryPrice(14.99, 5.99, true)).toBe(9)
})

describe('changes', () => {
  const line = (price: number) => ({
    product_id: 1,
    product_name: 'Waves',
    price,
    quantity: 1,
    image_url: '',
    line_total: price,
    discount: 0,
    tax: 0,
    in_stock: true,
    stock_quantity: null,
  })
  const quote = (price: number, shipping: number) => ({
    lines: [line(price)],
    discount: 0,
    shipping,
    tax: 0,
    total: price + shipping,
    problems: [],
    promo_error: '',
  })
  it('names every price that moved', () => {
    expect(changes(quote(4.5, 5.99), quote(5, 0), (n) => formatMoney(n))).toEqual([
      'Waves is now $5.00 (was $4.50).',
      'Shipping is now $0.00 (was $5.99).',
    ])
    expect(changes(quote(4.5, 0), quote(4.5, 0), (n) => formatMoney(n))).toEqual([])
  })
})
