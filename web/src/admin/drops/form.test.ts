import { describe, expect, it } from 'vitest'
import {
  breaksPromise,
  checkForm,
  type DropForm,
  type DropLine,
  emptyForm,
  formOf,
  inputOf,
  keptBack,
  limits,
  timesFor,
} from './form'
import type { StaffDrop } from './queries'

const LA = 'America/Los_Angeles'

const good: DropForm = {
  ...emptyForm,
  name: 'Midnight box',
  slug: 'midnight-box',
  teased_at: '2026-11-13T18:00',
  early_at: '2026-11-20T17:00',
  opens_at: '2026-11-20T18:00',
  products: [{ product_id: 10, price: '', units: '50', hidden: true }],
}

describe('the rules of the drop form', () => {
  it('accepts a drop as the form begins it', () => expect(checkForm(good)).toEqual({}))

  it.each<[Partial<DropForm>, string, string]>([
    [{ name: ' ' }, 'name', 'Enter a name.'],
    [{ slug: 'Not so' }, 'slug', 'Use lowercase letters, numbers and hyphens.'],
    [{ opens_at: '' }, 'opens_at', 'Enter when it opens.'],
    [{ teased_at: '2026-11-21T00:00' }, 'teased_at', 'It is teased before it opens.'],
    [{ early_at: '2026-11-20T18:01' }, 'early_at', 'Early access lies between the tease and the opening.'],
    [{ early_at: '2026-11-12T18:01' }, 'early_at', 'Early access lies between the tease and the opening.'],
    [{ early_at: '' }, 'early_at', 'Enter when early access begins.'],
    [{ ends_at: '2026-11-20T18:00' }, 'ends_at', 'The end comes after the opening.'],
    [{ mode: 'draw' }, 'ends_at', 'A draw needs an end.'],
    [{ early_share: '101' }, 'early_share', 'The share goes from 0 to 100 percent.'],
    [{ limit_units: '0' }, 'limit_units', 'The limit goes from 1 to 1,000.'],
    [{ limit_units: '1.5' }, 'limit_units', 'Enter a whole number.'],
    [{ reservation_minutes: '31' }, 'reservation_minutes', 'Enter 2 to 30 minutes.'],
    [{ hold_minutes: '0' }, 'hold_minutes', 'Enter 5 to 60 minutes.'],
    [{ pass_minutes: '' }, 'pass_minutes', 'Enter 1 to 15 minutes.'],
    [{ shuffle_seconds: '4' }, 'shuffle_seconds', 'Enter 5 to 120 seconds.'],
  ])('%j', (change, field, message) => {
    expect(checkForm({ ...good, ...change })[field]).toBe(message)
  })

  // The numbers of internal/shop/drop_check.go: the generated limits must be those.
  it.each<[keyof DropForm, number, number]>([
    ['early_share', 0, 100],
    ['limit_units', 1, 1_000],
    ['building_units', 1, 1_000_000],
    ['shuffle_seconds', 5, 120],
    ['rate_per_minute', 1, 100_000],
  ])('%s goes from %d to %d', (field, least, most) => {
    const wrong = (value: number) => checkForm({ ...good, [field]: String(value) })[field]
    expect(wrong(least)).toBeUndefined()
    expect(wrong(most)).toBeUndefined()
    expect(wrong(least - 1)).toBeTruthy()
    expect(wrong(most + 1)).toBeTruthy()
  })

  it.each<[keyof DropForm, number]>([
    ['reservation_minutes', 30],
    ['hold_minutes', 60],
    ['pass_minutes', 15],
  ])('%s goes up to %d, and a demo shop allows seconds', (field, most) => {
    const wrong = (value: number) => checkForm({ ...good, [field]: String(value) })[field]
    expect(wrong(0.1)).toBeUndefined()
    expect(wrong(most)).toBeUndefined()
    expect(wrong(most + 0.5)).toBeTruthy()
  })

  it('knows how long the texts may be', () => {
    expect(limits.name).toMatchObject({ required: true, maxLength: 120 })
    expect(limits.slug).toMatchObject({ required: true, maxLength: 200 })
    expect(limits.description).toMatchObject({ maxLength: 10_000 })
  })

  it('takes as many products, units and dollars as the API', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ product_id: i + 1, price: '', units: '1', hidden: true }))
    expect(checkForm({ ...good, products: lines(100) })).toEqual({})
    expect(checkForm({ ...good, products: lines(101) }).products).toBe('A drop has at most 100 products.')
    const line = (change: Partial<DropLine>) =>
      checkForm({ ...good, products: [{ product_id: 7, price: '', units: '1', hidden: true, ...change }] })
    expect(line({ units: '0' })).toEqual({})
    expect(line({ units: '1000000', price: '1000000.00' })).toEqual({})
    expect(line({ units: '1000001', price: '1000000.01' })).toEqual({
      'products.7.units': 'The units go from 0 to 1,000,000.',
      'products.7.price': 'The price is too high or below zero.',
    })
  })

  it('needs no time for early access that nobody has', () => {
    expect(checkForm({ ...good, early_access: 'none', early_at: '' })).toEqual({})
  })

  it('names the line of a product that is wrong', () => {
    const products = [...good.products, { product_id: 11, price: '1.234', units: '', hidden: true }]
    expect(Object.keys(checkForm({ ...good, products }))).toEqual(['products.11.price', 'products.11.units'])
    expect(checkForm({ ...good, mode: 'draw', ends_at: '2026-11-21T18:00', products }).products).toBe(
      'A draw has exactly one product.',
    )
  })
})

it('sends times of the zone, seconds and empty fields as null', () => {
  const input = inputOf({ ...good, reservation_minutes: '0.5' }, undefined, LA)
  expect(input).toMatchObject({
    opens_at: '2026-11-21T02:00:00.000Z',
    early_at: '2026-11-21T01:00:00.000Z',
    ends_at: undefined,
    reservation_seconds: 30,
    building_units: undefined,
    rate_per_minute: undefined,
    products: [{ product_id: 10, price: undefined, units: 50, hidden: true }],
  })
  expect(inputOf({ ...good, early_access: 'none' }, undefined, LA).early_at).toBeUndefined()
  expect(inputOf({ ...good, mode: 'draw' }, undefined, LA).early_access).toBe('none')
})

it('shows a stored drop as it was typed', () => {
  const input = inputOf(good, undefined, LA)
  const empty = { building_units: null, rate_per_minute: null, next_draw_id: null, ends_at: null }
  const products = [{ product_id: 10, price: null, units: 50, hidden: true }]
  expect(formOf({ ...input, ...empty, products } as unknown as StaffDrop, LA)).toEqual(good)
})

it('suggests a week of teasing and an hour of early access', () => {
  const now = new Date('2026-11-01T00:00:00Z')
  expect(timesFor('2026-11-20T18:00', LA, now)).toEqual({
    teased_at: '2026-11-13T18:00',
    early_at: '2026-11-20T17:00',
  })
  expect(timesFor('2026-11-20T18:00', LA, new Date('2026-11-19T00:00:00Z')).teased_at).toBe(
    '2026-11-18T16:00',
  )
  expect(timesFor('', LA, now)).toEqual({ teased_at: '', early_at: '' })
})

it('knows when the home page promises more', () => {
  expect(breaksPromise(good, LA)).toBe(false)
  expect(breaksPromise({ ...good, early_access: 'both' }, LA)).toBe(false)
  expect(breaksPromise({ ...good, early_access: 'none' }, LA)).toBe(true)
  expect(breaksPromise({ ...good, early_access: 'codes' }, LA)).toBe(true)
  expect(breaksPromise({ ...good, early_at: '2026-11-20T17:30' }, LA)).toBe(true)
  expect(breaksPromise({ ...good, mode: 'draw', early_access: 'none' }, LA)).toBe(false)
})

it('keeps back what the drop does not get', () => {
  expect(keptBack('50', 80)).toBe(30)
  expect(keptBack('90', 80)).toBe(0)
  expect(keptBack('x', 80)).toBeUndefined()
  expect(keptBack('50', null)).toBeUndefined()
  // 20 of 50 are sold: 60 are left, 30 of them kept back.
  expect(keptBack('50', 60, { units: 50, safety_stock: 30 })).toBe(30)
  expect(keptBack('60', 60, { units: 50, safety_stock: 30 })).toBe(20)
})
