import { describe, expect, it } from 'vitest'
import type { Product } from '~/shared/api/types'
import { type HeldUnits, heldTokens, priceLines, summarize } from './totals'

const line = (product_id: number, quantity: number, price: number) => ({
  product_id,
  quantity,
  price,
  name: `Snack ${product_id}`,
  image_url: '',
})
const product = (id: number, over: Partial<Product> = {}) =>
  ({
    id,
    name: `Snack ${id}`,
    price: 5,
    in_stock: true,
    stock_quantity: null,
    max_per_order: null,
    ...over,
  }) as Product
const settings = (shipping_fee = '', free_shipping_threshold = '') => ({
  shipping_fee,
  free_shipping_threshold,
})

describe('lines of the cart', () => {
  it('stay as they were while nobody knows better', () => {
    const [shown] = priceLines([line(1, 2, 5)], undefined)
    expect(shown).toMatchObject({ issue: undefined, buyable: true, total: 10 })
  })

  it.each([
    ['gone', [], { kind: 'gone' }, false],
    ['sold out', [product(1, { in_stock: false })], { kind: 'sold_out' }, false],
    ['fewer left', [product(1, { stock_quantity: 1 })], { kind: 'too_few', left: 1 }, true],
    ['over the limit', [product(1, { max_per_order: 1 })], { kind: 'limit', most: 1 }, true],
    ['dearer', [product(1, { price: 6 })], { kind: 'price', before: 5, now: 6 }, true],
    ['unchanged', [product(1, { stock_quantity: 2 })], undefined, true],
  ])('say what changed: %s', (_, products, issue, buyable) => {
    const [shown] = priceLines([line(1, 2, 5)], products)
    expect(shown?.issue).toEqual(issue)
    expect(shown?.buyable).toBe(buyable)
  })
})

it('no order takes more than 10,000 of a product, however many there are', () => {
  expect(priceLines([line(1, 10_000, 5)], [product(1)])[0]?.issue).toBeUndefined()
  for (const over of [{}, { max_per_order: 20_000 }, { stock_quantity: 20_000 }])
    expect(priceLines([line(1, 10_001, 5)], [product(1, over)])[0]?.issue).toEqual({
      kind: 'limit',
      most: 10_000,
    })
})

describe('Order Summary', () => {
  const two = priceLines([line(1, 3, 0.1), line(2, 1, 20)], undefined)

  it('counts lines, not units, and ships for 5.99 when nothing is set', () => {
    expect(summarize(two, settings(), undefined)).toMatchObject({
      items: 2,
      subtotal: 20.3,
      shipping: 5.99,
      total: 26.29,
      missing: undefined,
    })
  })

  it('ships an empty cart for nothing', () => {
    expect(summarize([], settings('7'), undefined)).toMatchObject({ items: 0, shipping: 0, total: 0 })
  })

  it('follows the settings', () => {
    expect(summarize(two, settings('3.50'), undefined).total).toBe(23.8)
    expect(summarize(two, settings('0'), undefined).shipping).toBe(0)
    expect(summarize(two, settings('', '50'), undefined)).toMatchObject({ shipping: 5.99, missing: 29.7 })
    expect(summarize(two, settings('', '20.30'), undefined)).toMatchObject({
      shipping: 0,
      missing: undefined,
    })
  })

  it('leaves out what nobody can buy', () => {
    const shown = priceLines([line(1, 3, 0.1), line(2, 1, 20)], [product(1, { price: 0.1 })])
    expect(summarize(shown, settings(), undefined)).toMatchObject({ items: 1, subtotal: 0.3, total: 6.29 })
  })

  it('takes off what a promo code gives, never more than the goods', () => {
    const code = { code: 'HYPE', discount: 5, free_shipping: false }
    expect(summarize(two, settings(), code).total).toBe(21.29)
    expect(summarize(two, settings(), { ...code, discount: 99 }).total).toBe(5.99)
    expect(summarize(two, settings(), { ...code, discount: 0, free_shipping: true }).total).toBe(20.3)
  })
})

describe('lines whose units are held for the shopper', () => {
  const held = (over: Partial<HeldUnits> = {}) =>
    new Map([
      [
        1,
        {
          ...{ token: 'sealed', units: 1, price: 4, kind: 'cart', state: 'held' },
          ...{ expires_at: '2031-01-01T00:00:00Z', seconds_left: 60, paused: false },
          ...over,
        },
      ],
    ])
  const gone = product(1, { in_stock: false, stock_quantity: 0 })

  it('can be bought although the product is sold out, at the price they were held for', () => {
    const lines = priceLines([line(1, 1, 5)], [gone], held())
    expect(lines[0]).toMatchObject({ issue: undefined, buyable: true, price: 4, total: 4 })
    expect(heldTokens(lines)).toEqual(['sealed'])
  })

  it('take units beyond the held ones from the stock, at its price', () => {
    const [shown] = priceLines([line(1, 3, 5)], [product(1, { stock_quantity: 2 })], held())
    expect(shown).toMatchObject({ issue: undefined, total: 14 })
  })

  it('say how many can be had when more are wanted than held and free', () => {
    const [shown] = priceLines([line(1, 3, 5)], [gone], held())
    expect(shown?.issue).toEqual({ kind: 'too_few', left: 1 })
  })

  it('are sold out once the hold is over', () => {
    const lines = priceLines([line(1, 1, 5)], [gone], held({ state: 'ended' }))
    expect(lines[0]).toMatchObject({ issue: { kind: 'sold_out' }, buyable: false })
    expect(heldTokens(lines)).toEqual([])
  })
})
