import { ArrowRight, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '~/shared/lib/cn'
import { Button } from '~/shared/ui/Button'
import { Money, useMoney } from '~/shared/ui/Money'
import { toast } from '~/shared/ui/toast-store'
import { useCartActions } from './CartProvider'
import { PromoBox } from './PromoBox'
import type { PricedCart } from './use-priced-cart'

const blocking = new Set(['gone', 'sold_out', 'too_few', 'limit'])

export function OrderSummary({ cart }: { cart: PricedCart }) {
  const { lines, summary } = cart
  const { refresh } = useCartActions()
  const navigate = useNavigate()

  function proceed() {
    if (lines.length === 0) {
      toast({ title: 'Your cart is empty. Add items before checking out.', variant: 'destructive' })
      return
    }
    if (lines.some(({ issue }) => issue && blocking.has(issue.kind))) {
      toast({
        title: 'Some items cannot be ordered as they are. See the notes beside them.',
        variant: 'destructive',
      })
      return
    }
    // The prices on this page are the ones that the shopper has seen.
    refresh(lines.flatMap(({ product }) => product ?? []))
    toast({ title: 'Proceeding to checkout...' })
    void navigate('/checkout')
  }

  // On a small screen the button is fixed at the bottom of the screen.
  const apart = lines.length > 0
  const card = 'rounded-3xl bg-white p-6 ring-1 ring-line lg:p-7'
  return (
    <section
      aria-labelledby="order-summary"
      className={cn('lg:sticky lg:top-24', card, apart && 'max-lg:contents')}
    >
      <div className={cn('lg:contents', apart && card)}>
        <h2 id="order-summary" className="font-display text-xl">
          Order Summary
        </h2>
        <dl className="mt-5 grid gap-3">
          <Row name={`Subtotal (${summary.items} items)`}>
            <Money amount={summary.subtotal} />
          </Row>
          {summary.discount > 0 && (
            <Row name="Discount">
              <Money amount={-summary.discount} className="text-success" />
            </Row>
          )}
          <Row name="Shipping">
            <Money amount={summary.shipping} />
          </Row>
          <Row name="Total" className="border-line border-t pt-4 font-display text-xl">
            <Money amount={summary.total} />
          </Row>
        </dl>
        {summary.missing !== undefined && summary.freeFrom !== undefined && (
          <FreeShippingHint missing={summary.missing} from={summary.freeFrom} />
        )}
        <PromoBox cart={cart} />
        <p className="mt-4 flex gap-2 text-mute text-sm">
          <Lock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          Tax is added at checkout, once we know where it goes.
        </p>
      </div>
      <div data-bar={apart || undefined} className={cn('mt-6', apart && 'max-lg:foot-bar max-lg:-mt-7')}>
        <Button variant={apart ? 'hot' : 'outline'} size="lg" className="w-full" onClick={proceed}>
          Proceed to Checkout
          <ArrowRight className="size-5" aria-hidden="true" />
        </Button>
      </div>
    </section>
  )
}

function Row({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-4', className)}>
      <dt>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function FreeShippingHint({ missing, from }: { missing: number; from: number }) {
  const formatMoney = useMoney()
  return (
    <div className="mt-5 rounded-2xl bg-paper-2 p-4 text-sm">
      <p role="status">
        You are <b>{formatMoney(missing)}</b> away from free shipping.
      </p>
      <span aria-hidden="true" className="mt-2.5 block h-2 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-secondary transition-[width] duration-200"
          style={{ width: `${Math.round((1 - missing / from) * 100)}%` }}
        />
      </span>
    </div>
  )
}
