import { Badge } from '~/shared/ui/Badge'
import type { BadgeTone } from './queries'

type StatusBadgeProps = {
  of: { status_text: string; badge: BadgeTone }
  /** In a table on a tablet the label may wrap to two lines. */
  narrow?: boolean
}

export function StatusBadge({ of, narrow = false }: StatusBadgeProps) {
  return (
    <Badge
      tone={of.badge}
      className={narrow ? 'md:max-lg:whitespace-normal md:max-lg:leading-tight' : undefined}
    >
      {of.status_text}
    </Badge>
  )
}

/** The payment's state, unless it is the normal one: paid. */
export function PaymentBadge({ payment }: { payment: string }) {
  if (payment === 'paid') return null
  return (
    <Badge tone={payment === 'unpaid' ? 'red' : 'grey'}>{payment === 'unpaid' ? 'Unpaid' : 'Refunded'}</Badge>
  )
}
