import { Link } from 'react-router'
import { Panel } from '~/admin/shared/Panel'
import { ago } from '~/admin/shared/when'
import { Money } from '~/shared/ui/Money'
import { typeText } from '../orders/OrdersTable'
import { QuickActionButton } from '../orders/QuickActionButton'
import { StatusBadge } from '../orders/StatusBadge'
import type { Dashboard } from './queries'

export function RecentOrders({ data, now }: { data: Dashboard; now: number }) {
  return (
    <Panel
      title="Recent Orders"
      actions={
        <Link to="/admin/orders" className="font-semibold text-primary-deep hover:underline">
          View All
        </Link>
      }
    >
      {data.recent_orders.length === 0 && <p className="py-6 text-center text-mute">No orders found</p>}
      <ul className="divide-y divide-line">
        {data.recent_orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 sm:basis-52">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link
                  to={`/admin/orders/${order.number}`}
                  className="font-bold text-primary-deep hover:underline"
                >
                  {order.number}
                </Link>
                <StatusBadge of={order} />
              </p>
              <p className="truncate text-mute text-sm">
                {order.customer_name} · {typeText(order.fulfillment_type)} · {ago(order.created_at, now)}
              </p>
            </div>
            <Money amount={order.total} currency={order.currency} className="font-semibold tabular-nums" />
            <span className="flex min-w-28 justify-end empty:hidden max-sm:w-full max-sm:*:w-full">
              <QuickActionButton order={order} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
