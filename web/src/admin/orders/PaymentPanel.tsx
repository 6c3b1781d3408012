import { useState } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { localDateTime } from '~/admin/shared/when'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import { useMarkPaid } from './actions'
import type { Order } from './queries'
import { RefundDialog } from './RefundDialog'

const methods: Record<string, string> = {
  card: 'Credit card',
  paypal: 'PayPal',
  manual: 'At the shop or on delivery',
  demo: 'Demo payment',
  free: 'Nothing to pay',
}
const tones = { unpaid: 'red', paid: 'green', refunded: 'grey' } as const
const paymentLabels = { unpaid: 'Unpaid', paid: 'Paid', refunded: 'Refunded' } as const
const refundLabels = { asked: 'on its way', done: 'done', failed: 'failed' } as const

export function PaymentPanel({ order }: { order: Order }) {
  const formatMoney = useMoney()
  const markPaid = useMarkPaid(order.number)
  const [refunding, setRefunding] = useState(false)
  return (
    <Panel
      title="Payment"
      actions={<Badge tone={tones[order.payment_status]}>{paymentLabels[order.payment_status]}</Badge>}
    >
      <p>{methods[order.payment_method] ?? order.payment_method}</p>
      {order.payments.map((payment) => (
        <p key={payment.reference} className="mt-1 break-all text-mute text-sm">
          {payment.provider}: {formatMoney(payment.amount)} {payment.status},{' '}
          {localDateTime(payment.updated_at)}
          <br />
          {payment.reference}
        </p>
      ))}
      {order.refunds.length > 0 && (
        <ul className="mt-3 grid gap-1 border-line border-t pt-3 text-sm">
          {order.refunds.map((refund) => (
            <li key={`${refund.updated_at}-${refund.amount}`}>
              Refund of <b>{formatMoney(refund.amount)}</b> {refundLabels[refund.status]}
              <span className="block break-words text-mute">
                {[refund.actor, localDateTime(refund.updated_at), refund.reason].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {order.can_mark_paid && (
          <Button
            size="sm"
            className="max-md:min-h-11"
            busy={markPaid.isPending}
            onClick={() => markPaid.mutate()}
          >
            Mark as paid
          </Button>
        )}
        {order.refundable > 0 && (
          <Button variant="outline" size="sm" className="max-md:min-h-11" onClick={() => setRefunding(true)}>
            Refund
          </Button>
        )}
      </div>
      {refunding && <RefundDialog order={order} onClose={() => setRefunding(false)} />}
    </Panel>
  )
}
