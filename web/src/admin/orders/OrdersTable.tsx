import { StickyNote } from 'lucide-react'
import { Link } from 'react-router'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import type { Selection } from '~/admin/shared/selection'
import { Money } from '~/shared/ui/money'
import { QuickActionButton } from './QuickActionButton'
import type { OrderRow, OrderStatus } from './queries'
import { PaymentBadge, StatusBadge } from './StatusBadge'
import { StatusSelect } from './StatusSelect'
import { localDate, localTime } from './when'

type OrdersTableProps = {
  label: string
  rows: OrderRow[]
  statuses: OrderStatus[]
  /** The All Orders tab lets staff choose any status. */
  withDropdown: boolean
  selection: Selection<number>
  isLoading?: boolean
  isStale?: boolean
}

export const typeText = (type: OrderRow['fulfillment_type']) => (type === 'pickup' ? 'Pickup' : 'Delivery')

const base: DataColumn<OrderRow>[] = [
  {
    name: 'Order ID',
    phone: 'bare',
    cell: (order) => (
      <span className="inline-flex items-center gap-1.5">
        <Link
          to={`/admin/orders/${order.number}`}
          className="font-bold text-primary-deep hover:underline max-md:text-lg"
        >
          {order.number}
        </Link>
        {order.has_notes && (
          <span title="Has notes">
            <StickyNote className="size-4 text-mute" aria-hidden="true" />
            <span className="sr-only">Has notes</span>
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'Date',
    cell: (order) => (
      <time dateTime={order.created_at} className="whitespace-nowrap">
        {localDate(order.created_at)} <span className="text-mute">{localTime(order.created_at)}</span>
      </time>
    ),
  },
  {
    name: 'Customer',
    cell: (order) => (
      <span className="block min-w-0 max-w-56 max-md:max-w-[70%]">
        <span className="block truncate font-medium">{order.customer_name}</span>
        <span className="block truncate text-mute text-sm">{order.email}</span>
      </span>
    ),
  },
  { name: 'Type', cell: (order) => typeText(order.fulfillment_type) },
  { name: 'Status', cell: (order) => <StatusBadge of={order} /> },
  {
    name: 'Total',
    align: 'right',
    cell: (order) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 tabular-nums">
        <PaymentBadge payment={order.payment_status} />
        <Money amount={order.total} className="font-semibold" />
      </span>
    ),
  },
]

const actions: DataColumn<OrderRow> = {
  name: 'Next step',
  phone: 'bare',
  cell: (order) => <QuickActionButton order={order} />,
}

export function OrdersTable({ statuses, withDropdown, ...table }: OrdersTableProps) {
  const dropdown: DataColumn<OrderRow> = {
    name: 'Update',
    cell: (order) => <StatusSelect order={order} statuses={statuses} />,
  }
  return (
    <DataTable
      columns={withDropdown ? [...base, dropdown, actions] : [...base, actions]}
      rowKey={(order) => order.id}
      rowId={(order) => order.id}
      rowName={(order) => order.number}
      {...table}
    />
  )
}
