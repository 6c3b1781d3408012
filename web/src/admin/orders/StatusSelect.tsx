import { Select } from '~/shared/ui/Field'
import { useMoveOrder } from './moves'
import type { OrderRow, OrderStatus } from './queries'

type StatusSelectProps = {
  order: Pick<OrderRow, 'number' | 'status' | 'status_text' | 'can_move'>
  statuses: OrderStatus[]
}

/** A select of the given statuses. Another current status is shown and cannot be chosen. */
export function StatusSelect({ order, statuses }: StatusSelectProps) {
  const move = useMoveOrder()
  return (
    <Select
      aria-label={`Status of ${order.number}`}
      className="min-h-10 w-auto min-w-40 text-sm max-xl:w-full md:max-lg:pr-8 md:max-lg:pl-2 max-xl:min-w-0 max-md:min-h-11"
      value={order.status}
      disabled={move.isPending || !order.can_move}
      onChange={(event) => move.mutate({ order, to: event.target.value })}
    >
      {!statuses.some((s) => s.status === order.status) && (
        <option value={order.status} disabled>
          {order.status_text}
        </option>
      )}
      {statuses.map((s) => (
        <option key={s.status} value={s.status} disabled={!s.enabled && s.status !== order.status}>
          {s.text}
        </option>
      ))}
    </Select>
  )
}
