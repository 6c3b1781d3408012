import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorMessage, isSignedOut } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { useMoney } from '~/shared/ui/money'
import { toast } from '~/shared/ui/toast-store'
import { useCart } from '~/storefront/cart/cart'
import { changes } from './changes'
import { checkForm, type FieldErrors, fieldOrder, orderInput, type Quote } from './form'
import { placeOrder, quoteQuery } from './queries'
import { forgetAttempt, formStore, keyFor, lastOrderStore } from './stores'

function focusFirst(errors: FieldErrors) {
  const first = fieldOrder.find((field) => errors[field])
  if (!first) return
  const named = first === 'payment_method' ? 'payment' : first === 'fulfillment_type' ? 'arrival' : ''
  const target = named
    ? document.querySelector<HTMLElement>(`input[name="${named}"]`)
    : document.getElementById(`checkout-${first}`)
  target?.focus()
}

/** Sends the order, once however often it is clicked, and says what stands in the way. */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const formatMoney = useMoney()
  const { lines, promoCode, settle } = useCart()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const [news, setNews] = useState<string[]>()
  const sending = useRef(false)

  function refuse(fields: FieldErrors) {
    setErrors(fields)
    focusFirst(fields)
  }

  /** Asks for the price of now and tells what became different from the one on the screen. */
  async function tellNews(seen: Quote, fallback: string) {
    const now = await client.fetchQuery({ ...quoteQuery(formStore.read(), lines, promoCode), staleTime: 0 })
    const different = changes(seen, now, formatMoney)
    setNews(different.length > 0 ? different : [fallback])
  }

  async function send(quote: Quote) {
    if (sending.current) return
    const form = formStore.read()
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
      lastOrderStore.write({ number: placed.order.number, key: placed.key })
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
      await tellNews(quote, message).catch(() => setNews([message]))
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
