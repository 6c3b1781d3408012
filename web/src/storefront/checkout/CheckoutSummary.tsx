import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError } from '~/shared/api/errors'
import { Button } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import { PromoBox } from '~/storefront/cart/PromoBox'
import { priceChangeText } from '~/storefront/cart/totals'
import { usePricedCart } from '~/storefront/cart/use-priced-cart'
import type { Quote } from './form'
import { Lines } from './Lines'
import { Totals } from './Totals'

type Props = {
  form: CheckoutForm
  payment: CheckoutForm['payment_method']
  quote: Quote | undefined
  /** Why there is no quote. */
  error: Error | null
  busy: boolean
  holdMinutes: number
}

/** The lines and the total. The button submits the checkout form beside it. */
export function CheckoutSummary({ form, payment, quote, error, busy, holdMinutes }: Props) {
  const formatMoney = useMoney()
  const cart = usePricedCart()
  const online = payment !== 'manual' && payment !== 'free'
  const problems = quote?.problems ?? []
  // Retrying would not help: the cart itself cannot be ordered.
  const refused = !quote && error instanceof ApiError && error.status === 422
  return (
    <section
      aria-labelledby="checkout-summary"
      className="min-w-0 rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7 lg:sticky lg:top-24"
    >
      <h2 id="checkout-summary" className="font-display text-xl">
        Order Summary
      </h2>
      <div className="mt-5 border-line border-b pb-5">
        {quote ? (
          <Lines
            lines={quote.lines}
            note={(line) => {
              const issue = cart.lines.find((shown) => shown.product_id === line.product_id)?.issue
              const words =
                problems.find((p) => p.product_id === line.product_id)?.message ??
                (issue?.kind === 'price' && priceChangeText(issue, formatMoney))
              return (
                words && (
                  <p role="alert" className="col-span-3 mt-1 font-semibold text-danger text-sm">
                    {words}
                  </p>
                )
              )
            }}
          />
        ) : error ? (
          <p role="alert" className="font-semibold text-danger">
            {refused
              ? 'Some items cannot be ordered as they are. See the notes beside them in your cart.'
              : 'The shop did not answer. Your form is kept: please try again in a moment.'}
          </p>
        ) : (
          <div className="grid gap-3" aria-busy="true">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        )}
        {(refused || problems.length > 0) && (
          <p className="mt-3">
            <Link to="/cart" className="font-semibold text-primary-deep underline underline-offset-3">
              Change it in your cart
            </Link>
          </p>
        )}
      </div>
      {quote && (
        <div className="mt-5">
          <Totals {...quote} pickup={form.fulfillment_type === 'pickup'} />
        </div>
      )}
      <PromoBox cart={{ ...cart, promoLost: cart.promoLost || Boolean(quote?.promo_error) }} />
      <Button
        type="submit"
        form="checkout"
        variant="hot"
        size="lg"
        className="mt-6 w-full"
        busy={busy}
        disabled={!quote || problems.length > 0}
      >
        {online ? 'Place Order and Pay' : 'Place Order'}
        {quote && ` ${formatMoney(quote.total)}`}
      </Button>
      <p className="mt-4 flex items-start justify-center gap-2 text-mute text-sm">
        <Lock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {online
          ? `Your items are held for ${holdMinutes} minutes while you pay. We never see your card.`
          : 'Your items are set aside for you right away.'}
      </p>
    </section>
  )
}
