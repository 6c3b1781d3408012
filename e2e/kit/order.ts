import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'

type OrderInput = { email: string; name: string; lines?: { product_id: number; quantity: number }[] }

/** Buys for pickup, paid in the shop, over the API that the checkout uses. */
export async function placeOrder(
  request: APIRequestContext,
  url: string,
  { email, name, lines = [{ product_id: 1, quantity: 1 }] }: OrderInput,
): Promise<{ number: string }> {
  const quote = await request.post(`${url}/api/quote`, { data: { lines, fulfillment_type: 'pickup' } })
  const { total } = await quote.json()
  const response = await request.post(`${url}/api/orders`, {
    headers: { 'Idempotency-Key': randomUUID() },
    data: {
      lines,
      email,
      name,
      phone: '3235550100',
      fulfillment_type: 'pickup',
      payment_method: 'manual',
      expected_total: total,
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()).order
}
