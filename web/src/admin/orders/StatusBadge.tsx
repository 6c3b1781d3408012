import { Badge } from '~/shared/ui/badge'
import type { BadgeTone } from './queries'

export function StatusBadge({ of }: { of: { status_text: string; badge: BadgeTone } }) {
  return <Badge tone={of.badge}>{of.status_text}</Badge>
}

/** Says of the money only what is not as it should be: a paid order needs no words. */
export function PaymentBadge({ payment }: { payment: string }) {
  if (payment === 'paid') return null
  return (
    <Badge tone={payment === 'unpaid' ? 'red' : 'grey'}>{payment === 'unpaid' ? 'Unpaid' : 'Refunded'}</Badge>
  )
}
