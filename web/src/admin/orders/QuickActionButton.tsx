import { Button } from '~/shared/ui/Button'
import { useMoveOrder } from './moves'
import type { OrderRow } from './queries'

/** The button that moves an order to its next status; nothing when there is none. */
export function QuickActionButton({
  order,
  size = 'sm',
}: {
  order: Pick<OrderRow, 'number' | 'status' | 'quick_action'>
  size?: 'sm' | 'md'
}) {
  const move = useMoveOrder()
  const action = order.quick_action
  if (!action) return null
  return (
    <Button
      size={size}
      variant={action.status === 'completed' ? 'outline' : 'primary'}
      className="whitespace-nowrap max-md:min-h-11 max-md:w-full md:max-lg:px-2"
      busy={move.isPending}
      onClick={() => move.mutate({ order, to: action.status })}
    >
      {action.name}
    </Button>
  )
}
