import { Badge } from '~/shared/ui/badge'
import type { BadgeTone } from './queries'

type StatusBadgeProps = {
  of: { status_text: string; badge: BadgeTone }
  /** In a table on a tablet the words may stand on two lines. */
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

/** Says of the money only what is not as it should be: a paid order needs no words. */
export function PaymentBadge({ payment }: { payment: string }) {
  if (payment === 'paid') return null
  return (
    <Badge tone={payment === 'unpaid' ? 'red' : 'grey'}>{payment === 'unpaid' ? 'Unpaid' : 'Refunded'}</Badge>
  )
}
