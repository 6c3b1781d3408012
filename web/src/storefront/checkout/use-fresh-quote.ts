import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '~/shared/api/queries'
import type { PricedLine } from '~/storefront/cart/totals'

/** In a drop many shoppers are at the checkout: their requests are spread over this time. */
const SPREAD_MS = 600
const PAUSE_MS = 3000

/** What decides whether the lines can be bought, and for how much. More units than wanted make no difference. */
const buyabilityOf = (lines: readonly PricedLine[]) =>
  JSON.stringify(
    lines.map(({ product_id, price, issue }) => [
      product_id,
      price,
      issue?.kind === 'price' ? undefined : issue,
    ]),
  )

/**
 * Asks for a new quote when a product in the cart sells out, gets scarcer than what is wanted, comes back or changes
 * its price while the shopper is at the checkout. `lines` follow the live stream.
 */
export function useFreshQuote(lines: readonly PricedLine[]) {
  const client = useQueryClient()
  const seen = useRef<{ cart: string; buyability: string }>(undefined)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = lines.every(({ product, issue }) => product || issue)
  const cart = JSON.stringify(lines.map(({ product_id, quantity }) => [product_id, quantity]))
  const buyability = buyabilityOf(lines)

  useEffect(() => {
    if (!known) return
    const before = seen.current
    seen.current = { cart, buyability }
    // A changed cart has another query key and is fetched anyway.
    if (before?.cart !== cart || before.buyability === buyability || timer.current) return
    const wait = Math.max(0, asked.current + PAUSE_MS - Date.now()) + Math.random() * SPREAD_MS
    timer.current = setTimeout(() => {
      timer.current = undefined
      asked.current = Date.now()
      void client.invalidateQueries({ queryKey: [...keys.cart, 'quote'] })
    }, wait)
  }, [client, known, cart, buyability])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
