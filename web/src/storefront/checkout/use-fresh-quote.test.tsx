import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import type { Product } from '~/shared/api/types'
import { priceLines } from '~/storefront/cart/totals'
import { useFreshQuote } from './use-fresh-quote'

const product = { id: 1, name: 'Waves', price: 4.5, in_stock: true, stock_quantity: 9, max_per_order: null }
const line = { product_id: 1, quantity: 2, name: 'Waves', price: 4.5, image_url: '' }

const client = new QueryClient()
let asked: MockInstance
let page: ReturnType<typeof render>

function Checkout({ products, quantity }: { products: Product[]; quantity: number }) {
  useFreshQuote(priceLines([{ ...line, quantity }], products))
  return null
}
const checkout = (change: object | null, quantity = 2) => (
  <QueryClientProvider client={client}>
    <Checkout products={change ? [{ ...product, ...change } as Product] : []} quantity={quantity} />
  </QueryClientProvider>
)
const show = (change: object | null, quantity?: number) => page.rerender(checkout(change, quantity))

beforeEach(() => {
  vi.useFakeTimers()
  asked = vi.spyOn(client, 'invalidateQueries')
  page = render(checkout({}))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each([
  ['sells out', { in_stock: false, stock_quantity: 0 }],
  ['is fewer than wanted', { stock_quantity: 1 }],
  ['changes its price', { price: 5 }],
  ['is gone', null],
])('asks once, within a second, when the product %s', (_, change) => {
  show(change)
  show(change)
  vi.advanceTimersByTime(1000)
  expect(asked).toHaveBeenCalledTimes(1)
})

it('does not ask for sales that leave enough, nor for a cart that the shopper changed', () => {
  for (const units of [8, 5, 2]) show({ stock_quantity: units })
  show({ stock_quantity: 2 }, 1)
  vi.advanceTimersByTime(10_000)
  expect(asked).not.toHaveBeenCalled()
})

it('waits a while before it asks again', () => {
  show({ price: 5 })
  vi.advanceTimersByTime(1000)
  for (const price of [6, 7, 8]) show({ price })
  vi.advanceTimersByTime(1500)
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(3000)
  expect(asked).toHaveBeenCalledTimes(2)
})

it('asks nothing once the checkout is left', () => {
  show({ price: 5 })
  page.unmount()
  vi.advanceTimersByTime(10_000)
  expect(asked).not.toHaveBeenCalled()
})
