import { describe, expect, it } from 'vitest'
import { formatLocal } from '~/storefront/shared/local-time'
import { expectedDates, paymentText } from './Facts'
import { methodsFor } from './form'
import { pollEvery } from './poll-order'
import type { BuyersOrder } from './queries'

const order = (part: Partial<BuyersOrder>) =>
  ({
    over: false,
    done: false,
    payable: false,
    fulfillment_type: 'delivery',
    delivery_method: 'express',
    payment_method: 'card',
    created_at: '2026-03-06T20:00:00Z',
    ...part,
  }) as BuyersOrder

describe('an order page', () => {
  it('asks again for a guest until nothing is left to do', () => {
    expect(pollEvery(order({}), true)).toBeGreaterThan(0)
    expect(pollEvery(order({ done: true }), true)).toBe(false)
  })
  it('of a customer hears live updates, so it asks only for an unpaid order', () => {
    expect(pollEvery(order({}), false)).toBe(false)
    expect(pollEvery(order({ payable: true }), false)).toBeGreaterThan(0)
    expect(pollEvery(undefined, true)).toBe(false)
  })
  it('says in which time zone a time is', () => {
    expect(formatLocal('2026-03-01T12:05:00Z', 'America/Los_Angeles')).toBe('Mar 1, 2026, 4:05 AM PST')
    expect(formatLocal('2026-03-01T12:05:00Z', 'UTC')).toBe('Mar 1, 2026, 12:05 PM UTC')
    expect(formatLocal('no date')).toBe('')
  })
  it('says when a delivery is expected', () => {
    const options = [{ method: 'express' as const, fee: 15, from_days: 1, to_days: 1 }]
    expect(expectedDates(order({}), options)).toMatch(/^(Mon|Tue), Mar (9|10)$/)
    expect(expectedDates(order({ fulfillment_type: 'pickup' }), options)).toBe('')
    expect(expectedDates(order({ over: true }), options)).toBe('')
    expect(expectedDates(order({ delivery_method: 'standard' }), options)).toBe('')
  })
  it('names the way to pay as the checkout does', () => {
    expect(paymentText(order({}))).toBe('Credit or debit card')
    expect(paymentText(order({ payment_method: 'manual' }))).toBe('Pay on delivery')
    expect(paymentText(order({ payment_method: 'manual', fulfillment_type: 'pickup' }))).toBe('Pay at pickup')
  })
})

describe('the checkout', () => {
  const card = { method: 'card' as const, demo: false, minimum: 0, states: 'any' }
  const manual = { method: 'manual' as const, demo: false, minimum: 0, states: 'CA' }
  const offered = (fulfillment_type: 'delivery' | 'pickup', state: string) =>
    methodsFor([card, manual], { fulfillment_type, state }).map(({ method }) => method)
  it('offers payment on delivery only where the shop does', () => {
    expect(offered('pickup', '')).toEqual(['card', 'manual'])
    expect(offered('delivery', 'CA')).toEqual(['card', 'manual'])
    expect(offered('delivery', 'TX')).toEqual(['card'])
    expect(offered('delivery', '')).toEqual(['card'])
  })
})
