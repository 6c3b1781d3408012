import { Badge } from '~/shared/ui/Badge'
import type { OwnOrder } from './queries'

export function OrderBadge({ order }: { order: Pick<OwnOrder, 'badge' | 'status_words'> }) {
  return <Badge tone={order.badge}>{order.status_words}</Badge>
}
