import type { BuyersOrder } from './queries'

const EVERY = 10_000

/**
 * How often an open order page asks again. Guests get no live updates about orders, so the page of
 * a link asks until nothing more will happen; in an account only an unpaid order is asked about.
 */
export function pollEvery(order: BuyersOrder | undefined, byLink: boolean): number | false {
  if (!order) return false
  if (order.payable) return EVERY
  return byLink && !order.done ? EVERY : false
}
