import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { useAuth } from '~/shared/auth/AuthProvider'
import { useSubmit } from '~/shared/form/use-submit'
import { useMoney } from '~/shared/ui/Money'
import { toast } from '~/shared/ui/toast-store'
import { accountKeys } from '~/storefront/account/queries'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import { forgetPasses, passFor } from '~/storefront/buyer/pass-store'
import { forgetReservation } from '~/storefront/buyer/reservation-store'
import { forgetAttempt, formStore, keyFor, lastOrderStore, waitingStore } from '~/storefront/buyer/stores'
import { useCart } from '~/storefront/cart/CartProvider'
import { heldTokens } from '~/storefront/cart/totals'
import { usePricedCart } from '~/storefront/cart/use-priced-cart'
import { changes } from './changes'
import { checkForm, orderInput, type Quote } from './form'
import { placeOrder, quoteQuery } from './queries'

/** What became different since the shopper saw the price, in words. `blocked`: the cart cannot be ordered as it is. */
export type QuoteChanges = { texts: string[]; blocked: boolean }

type Attempt = { quote: Quote; payment: CheckoutForm['payment_method'] }

const NO_ANSWER = 'The shop did not answer. Please try again; you will not be charged twice.'
const CHANGED = ['total_changed', 'out_of_stock', 'promo_invalid', 'reservation_expired']

/** Places the order, once however often the button is clicked, and reports why it was refused. */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const formatMoney = useMoney()
  const { user } = useAuth()
  const { lines, promoCode, finishOrder, setPromoCode } = useCart()
  const priced = usePricedCart().lines
  const tokens = heldTokens(priced)
  const pass = passFor(priced.map(({ product }) => product))
  const [changed, setChanged] = useState<QuoteChanges>()

  const formWith = (payment: Attempt['payment']) => ({ ...formStore.read(), payment_method: payment })

  async function place({ quote, payment }: Attempt): Promise<void> {
    // A code that gives nothing was shown as such, and the total without it.
    const code = quote.promo_error ? '' : promoCode
    const order = orderInput(formWith(payment), lines, code, quote.total, tokens, pass)
    const placed = await placeOrder(order, keyFor(order)).catch((error: unknown) => {
      if (!(error instanceof ApiError && CHANGED.includes(error.code))) throw error
      return explainChanges(quote, error)
    })
    if (!placed) return
    forgetAttempt()
    tokens.forEach(forgetReservation)
    forgetPasses(priced.map(({ product }) => product))
    const link = { number: placed.order.number, key: placed.key }
    lastOrderStore.write(link)
    if (placed.order.payable) waitingStore.write(link)
    finishOrder()
    await saveAddress(formStore.read())
    if (placed.pay_url) {
      window.location.assign(placed.pay_url)
      // Never settles: the button stays busy until the pay page is there.
      return new Promise(() => undefined)
    }
    await navigate(`/order/${placed.order.number}?key=${placed.key}`, { replace: true })
  }

  /** Puts the address into the customer's address book, as was asked for. The order is placed, whatever becomes of it. */
  async function saveAddress({ save_address, fulfillment_type, ...form }: CheckoutForm): Promise<void> {
    if (!save_address || !user || fulfillment_type !== 'delivery') return
    const { name, phone, line1, line2, city, state, zip } = form
    formStore.write({ save_address: false })
    try {
      await unwrap(
        api.POST('/api/account/addresses', { body: { name, phone, line1, line2, city, state, zip } }),
      )
      await client.invalidateQueries({ queryKey: accountKeys.addresses })
    } catch (error) {
      const description = errorMessage(error, 'You can add it in your account.')
      toast({ title: 'The address was not saved', description, variant: 'destructive' })
    }
  }

  /** Asks for the current price and shows what is different from the one on the screen. */
  async function explainChanges(seen: Quote, { code, message }: ApiError): Promise<void> {
    const blocked = code === 'out_of_stock' || code === 'reservation_expired'
    if (code === 'reservation_expired') await client.invalidateQueries({ queryKey: keys.cart })
    const refused = code === 'promo_invalid'
    // Placing an order checks limits per customer, of which a quote tells a guest nothing.
    if (refused) setPromoCode('')
    try {
      const now = await client.fetchQuery({
        ...quoteQuery(formStore.read(), lines, refused ? '' : promoCode, blocked ? [] : tokens, pass),
        staleTime: 0,
      })
      const texts = changes(seen, now, formatMoney)
      if (refused) texts.unshift('The promo code cannot be used any more.')
      const explained = texts.length > 0 && (!blocked || now.problems.length > 0)
      setChanged({ texts: explained ? texts : [message], blocked })
    } catch {
      setChanged({ texts: [message], blocked })
    }
  }

  const { ref, submit, clear, errors, busy } = useSubmit({
    check: ({ payment }: Attempt) => checkForm(formWith(payment)),
    submit: place,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'idempotency_key_reused') forgetAttempt()
      const description = errorMessage(error, NO_ANSWER)
      toast({ title: 'Your order was not placed', description, variant: 'destructive' })
    },
  })

  return { ref, submit, clear, errors, busy, changed, closeChanged: () => setChanged(undefined) }
}
