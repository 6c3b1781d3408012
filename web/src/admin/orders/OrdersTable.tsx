import { StickyNote } from 'lucide-react'
import { Link } from 'react-router'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import type { Selection } from '~/admin/shared/selection'
import { localDate, localTime } from '~/admin/shared/when'
import { cn } from '~/shared/lib/cn'
import { Money } from '~/shared/ui/Money'
import { QuickActionButton } from './QuickActionButton'
import type { OrderRow, OrderStatus } from './queries'
import { PaymentBadge, StatusBadge } from './StatusBadge'
import { StatusSelect } from './StatusSelect'

type OrdersTableProps = {
  label: string
  rows: OrderRow[]
  statuses: OrderStatus[]
  /** The All Orders tab lets staff choose any status. */
  withDropdown: boolean
  selection: Selection<OrderRow>
  isLoading?: boolean
  isStale?: boolean
}

export const typeText = (type: OrderRow['fulfillment_type']) => (type === 'pickup' ? 'Pickup' : 'Delivery')

/** On a phone an order is a card of four lines, so that many fit the screen. */
const base: DataColumn<OrderRow>[] = [
  {
    name: 'Order ID',
    phone: 'bare',
    className: 'max-md:order-1',
    cell: (order) => (
      <span className="inline-flex items-center gap-1.5">
        <Link
          to={`/admin/orders/${order.number}`}
          className="whitespace-nowrap font-bold text-primary-deep hover:underline max-md:text-lg"
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
    phone: 'bare',
    className: 'max-md:order-6 max-md:justify-self-end max-md:text-mute max-md:text-sm',
    cell: (order) => (
      <time dateTime={order.created_at} className="whitespace-nowrap">
        {localDate(order.created_at)}{' '}
        <span className="text-mute md:max-xl:block md:max-xl:text-sm">{localTime(order.created_at)}</span>
      </time>
    ),
  },
  {
    name: 'Customer',
    phone: 'bare',
    className: 'max-md:order-3',
    cell: (order) => (
      <span className="block min-w-0 max-w-56 max-md:max-w-full md:max-lg:max-w-22 lg:max-xl:max-w-40">
        <span className="block truncate font-medium md:max-lg:whitespace-normal md:max-lg:break-words">
          {order.customer_name}
        </span>
        <span className="block truncate text-mute text-sm max-md:hidden">{order.email}</span>
      </span>
    ),
  },
  {
    name: 'Type',
    phone: 'bare',
    className: 'max-md:order-5 max-md:text-sm',
    cell: (order) => typeText(order.fulfillment_type),
  },
  {
    name: 'Status',
    phone: 'bare',
    className: 'max-md:order-2 max-md:mr-10 max-md:justify-self-end',
    cell: (order) => <StatusBadge of={order} narrow />,
  },
  {
    name: 'Total',
    align: 'right',
    phone: 'bare',
    className: 'max-md:order-4 max-md:justify-self-end',
    cell: (order) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 tabular-nums">
        <PaymentBadge payment={order.payment_status} />
        <Money amount={order.total} currency={order.currency} className="font-semibold" />
      </span>
    ),
  },
]

export function OrdersTable({ statuses, withDropdown, ...table }: OrdersTableProps) {
  const update: DataColumn<OrderRow> = {
    name: 'Change',
    phone: 'bare',
    className: 'max-md:order-7 max-md:col-span-2',
    cell: (order) => (
      <span className="flex gap-2 max-md:grid max-md:w-full max-md:auto-cols-fr max-md:grid-flow-col max-md:pt-2 md:max-xl:flex-col md:max-lg:w-33 lg:max-xl:w-38 xl:items-center">
        {withDropdown && <StatusSelect order={order} statuses={statuses} />}
        <QuickActionButton order={order} />
      </span>
    ),
  }
  return (
    <DataTable
      columns={[...base, update].map((column) => ({
        ...column,
        className: cn('md:max-lg:px-1 lg:max-xl:px-2', column.className),
      }))}
      rowClassName={() => 'max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1'}
      rowKey={(order) => order.id}
      rowName={(order) => order.number}
      {...table}
    />
  )
}
