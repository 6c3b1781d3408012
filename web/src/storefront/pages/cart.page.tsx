import { ArrowLeft, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import type { PageRoute } from '~/shared/lib/page'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { CartLines } from '~/storefront/cart/CartLines'
import { CartLinkOffer } from '~/storefront/cart/CartLinkOffer'
import { useCartActions } from '~/storefront/cart/CartProvider'
import { OrderSummary } from '~/storefront/cart/OrderSummary'
import { usePricedCart } from '~/storefront/cart/use-priced-cart'
import { WaitingOrder } from '~/storefront/checkout/WaitingOrder'
import { countVisit } from '~/storefront/shared/visits'

const title = 'Your Shopping Cart'

export const route: PageRoute = {
  path: '/cart',
  render: 'client',
  meta: () => ({ title }),
}

export default function CartPage() {
  useEffect(() => countVisit('cart'), [])
  const { clear } = useCartActions()
  const cart = usePricedCart()
  const empty = cart.lines.length === 0
  return (
    <div className="wrap pt-11 pb-20 sm:pt-14">
      <h1 className="font-display text-[clamp(1.9rem,5.4vw,3.5rem)] leading-[1.05] tracking-[-0.02em]">
        {title}
      </h1>
      <WaitingOrder />
      <CartLinkOffer />
      <div className="mt-8 flex flex-col gap-y-10 lg:grid lg:grid-cols-[1fr_24rem] lg:items-start lg:gap-10 xl:gap-14">
        <section aria-label="Items" className="min-w-0">
          {empty ? (
            <EmptyState title="Your cart is empty" text="The shelves are full, though. Some of them.">
              <ButtonLink to="/products" variant="hot" size="lg">
                Continue Shopping
              </ButtonLink>
            </EmptyState>
          ) : (
            <>
              <CartLines lines={cart.lines} />
              <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
                <ButtonLink to="/products" variant="outline">
                  <ArrowLeft className="size-4.5" aria-hidden="true" />
                  Continue Shopping
                </ButtonLink>
                <Button variant="ghost" onClick={clear}>
                  <Trash2 className="size-4.5" aria-hidden="true" />
                  Clear Cart
                </Button>
              </div>
            </>
          )}
        </section>
        <OrderSummary cart={cart} />
      </div>
    </div>
  )
}
