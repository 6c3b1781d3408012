import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '~/shared/api/queries'
import type { ShownLine } from '~/storefront/cart/totals'

/** In a drop many wait at the checkout: their questions are spread out, and each asks once in a while. */
const SPREAD_MS = 600
const PAUSE_MS = 3000

/** What decides whether the lines can be bought, and for how much. Units left above what is wanted decide nothing. */
export const standingOf = (lines: readonly ShownLine[]) =>
  JSON.stringify(
    lines.map(({ product_id, price, news }) => [
      product_id,
      price,
      news?.kind === 'price' ? undefined : news,
    ]),
  )

/**
 * Asks for a new quote when a product in the cart sells out, gets scarcer than what is wanted, comes back or changes
 * its price while the shopper is at the checkout. `lines` follow the live stream.
 */
export function useFreshQuote(lines: readonly ShownLine[]) {
  const client = useQueryClient()
  const seen = useRef<{ cart: string; standing: string }>(undefined)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = lines.every(({ product, news }) => product || news)
  const cart = JSON.stringify(lines.map(({ product_id, quantity }) => [product_id, quantity]))
  const standing = standingOf(lines)

  useEffect(() => {
    if (!known) return
    const before = seen.current
    seen.current = { cart, standing }
    // Another cart is another question, and asked by itself.
    if (before?.cart !== cart || before.standing === standing || timer.current) return
    const wait = Math.max(0, asked.current + PAUSE_MS - Date.now()) + Math.random() * SPREAD_MS
    timer.current = setTimeout(() => {
      timer.current = undefined
      asked.current = Date.now()
      void client.invalidateQueries({ queryKey: [...keys.cart, 'quote'] })
    }, wait)
  }, [client, known, cart, standing])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
