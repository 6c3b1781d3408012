import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorMessage, isSignedOut } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { useMoney } from '~/shared/ui/money'
import { toast } from '~/shared/ui/toast-store'
import { useCart } from '~/storefront/cart/cart'
import { changes } from './changes'
import { type CheckoutForm, checkForm, type FieldErrors, fieldOrder, orderInput, type Quote } from './form'
import { placeOrder, quoteQuery } from './queries'
import { forgetAttempt, formStore, keyFor, lastOrderStore, waitingStore } from './stores'

function focusFirst(errors: FieldErrors) {
  const first = fieldOrder.find((field) => errors[field])
  if (!first) return
  const named = first === 'payment_method' ? 'payment' : first === 'fulfillment_type' ? 'arrival' : ''
  const target = named
    ? document.querySelector<HTMLElement>(`input[name="${named}"]`)
    : document.getElementById(`checkout-${first}`)
  target?.focus()
}

/** What became different, in words, and whether the cart cannot be ordered as it is. */
export type News = { texts: string[]; blocked: boolean }

/** Sends the order, once however often it is clicked, and says what stands in the way. */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const formatMoney = useMoney()
  const { lines, promoCode, settle, setPromoCode } = useCart()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const [news, setNews] = useState<News>()
  const sending = useRef(false)

  function refuse(fields: FieldErrors) {
    setErrors(fields)
    focusFirst(fields)
  }

  /** Asks for the price of now and tells what became different from the one on the screen. */
  async function tellNews(seen: Quote, code: string, fallback: string) {
    const refused = code === 'promo_invalid'
    // The desk knows more of a code, and of limits per customer, than a quote tells a guest.
    if (refused) setPromoCode('')
    const now = await client.fetchQuery({
      ...quoteQuery(formStore.read(), lines, refused ? '' : promoCode),
      staleTime: 0,
    })
    const different = changes(seen, now, formatMoney)
    if (refused) different.unshift('The promo code cannot be used any more.')
    const blocked = code === 'out_of_stock'
    setNews({
      texts: different.length > 0 && (!blocked || now.problems.length > 0) ? different : [fallback],
      blocked,
    })
  }

  async function send(quote: Quote, payment: CheckoutForm['payment_method']) {
    if (sending.current) return
    const form = { ...formStore.read(), payment_method: payment }
    const wrong = checkForm(form)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    sending.current = true
    setBusy(true)
    setErrors({})
    // A code that gives nothing was shown as such, and the total without it.
    const order = orderInput(form, lines, quote.promo_error ? '' : promoCode, quote.total)
    try {
      const placed = await placeOrder(order, keyFor(order))
      forgetAttempt()
      const link = { number: placed.order.number, key: placed.key }
      lastOrderStore.write(link)
      if (placed.order.payable) waitingStore.write(link)
      settle()
      if (placed.pay_url) {
        window.location.assign(placed.pay_url)
        return // the button stays busy until the pay page is there
      }
      await navigate(`/order/${placed.order.number}?key=${placed.key}`, { replace: true })
    } catch (error) {
      await explain(error, quote)
    }
    sending.current = false
    setBusy(false)
  }

  async function explain(error: unknown, quote: Quote) {
    const message = errorMessage(
      error,
      'The shop did not answer. Please try again; you will not be charged twice.',
    )
    if (
      error instanceof ApiError &&
      ['total_changed', 'out_of_stock', 'promo_invalid'].includes(error.code)
    ) {
      const { code } = error
      await tellNews(quote, code, message).catch(() =>
        setNews({ texts: [message], blocked: code === 'out_of_stock' }),
      )
      return
    }
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') forgetAttempt()
    if (isSignedOut(error)) void client.invalidateQueries({ queryKey: keys.session })
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) refuse(error.fields)
    toast({ title: 'Your order was not placed', description: message, variant: 'destructive' })
  }

  return {
    errors,
    clearError: (field: string) => setErrors(({ [field]: _, ...rest }) => rest),
    busy,
    send,
    news,
    closeNews: () => setNews(undefined),
  }
}
