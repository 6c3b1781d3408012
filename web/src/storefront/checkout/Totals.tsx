import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'
import { Money, useMoney } from '~/shared/ui/Money'

type TotalsProps = {
  subtotal: number
  discount: number
  promo_code: string
  shipping: number
  pickup: boolean
  tax: number
  tax_included: boolean
  tax_known?: boolean
  total: number
  refunded?: number
}

/** The total and its parts, of a quote or an order. */
export function Totals(t: TotalsProps) {
  const formatMoney = useMoney()
  const known = t.tax_known ?? true
  return (
    <dl className="grid gap-2.5">
      <Row name="Subtotal">
        <Money amount={t.subtotal} />
      </Row>
      {t.discount > 0 && (
        <Row name={`Discount${t.promo_code ? ` (${t.promo_code})` : ''}`}>
          <Money amount={-t.discount} className="text-success" />
        </Row>
      )}
      <Row name={t.pickup ? 'Pickup' : 'Shipping'}>
        {t.shipping === 0 ? 'Free' : <Money amount={t.shipping} />}
      </Row>
      {!t.tax_included && (
        <Row name="Tax">
          {known ? <Money amount={t.tax} /> : <span className="text-mute">from your ZIP code</span>}
        </Row>
      )}
      <Row name="Total" className="border-line border-t pt-3.5 font-display text-xl">
        <Money amount={t.total} />
      </Row>
      {t.tax_included && t.tax > 0 && <p className="text-mute text-sm">Includes {formatMoney(t.tax)} tax.</p>}
      {(t.refunded ?? 0) > 0 && (
        <Row name="Refunded">
          <Money amount={t.refunded ?? 0} />
        </Row>
      )}
    </dl>
  )
}

function Row({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-4', className)}>
      <dt>{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
