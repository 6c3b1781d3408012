import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { keys, productsByIdQuery } from '~/shared/api/queries'
import { useSettings } from '~/shared/lib/settings'
import { useReservations } from '~/storefront/buyer/reservation-store'
import { useCart } from './CartProvider'
import type { CartLine } from './cart-store'
import { priceLines, summarize } from './totals'

type Ordered = Pick<CartLine, 'product_id' | 'quantity'>

const ordered = (lines: readonly Ordered[]): Ordered[] =>
  lines.map(({ product_id, quantity }) => ({ product_id, quantity }))

/** Asks the server for a code's discount on these lines. The server refuses a code that gives none. */
export const checkPromo = (code: string, lines: readonly Ordered[], signal?: AbortSignal) =>
  unwrap(api.POST('/api/promo', { body: { code, lines: ordered(lines) }, signal }))

/** Under the cart's key, so that an admin's change to a code refetches it; a changed line or price does too. */
const promoQuery = (code: string, lines: readonly CartLine[]) =>
  queryOptions({
    queryKey: [
      ...keys.cart,
      'promo',
      code,
      lines.map((line) => [line.product_id, line.quantity, line.price]),
    ],
    queryFn: ({ signal }) => checkPromo(code, lines, signal),
    enabled: code !== '' && lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The cart with current prices and stock, and its totals. */
export function usePricedCart() {
  const { lines, promoCode } = useCart()
  const setting = useSettings()
  const ids = useMemo(() => lines.map((line) => line.product_id), [lines])
  const known = useQuery({ ...productsByIdQuery(ids), enabled: ids.length > 0 })
  // While a line is added or removed the previous response is shown; it must not report the new line as deleted.
  const answered = known.data && (!known.isPlaceholderData || ids.every((id) => has(known.data.items, id)))
  const shown = priceLines(lines, answered ? known.data?.items : undefined, useReservations())
  const buyable = shown.filter((line) => line.buyable)
  const promo = useQuery(promoQuery(promoCode, buyable))
  const applied = promoCode !== '' && !promo.isError ? promo.data : undefined
  const settings = {
    shipping_fee: setting('shipping_fee'),
    free_shipping_threshold: setting('free_shipping_threshold'),
  }
  return {
    lines: shown,
    promo: applied,
    /** The code was applied before, and is no longer valid for this cart. */
    promoLost: promoCode !== '' && promo.isError,
    summary: summarize(shown, settings, applied),
  }
}

const has = (items: { id: number }[], id: number) => items.some((item) => item.id === id)

export type PricedCart = ReturnType<typeof usePricedCart>
