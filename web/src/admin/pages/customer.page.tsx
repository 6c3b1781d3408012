import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Mail } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { formatCount } from '~/admin/shared/format'
import { PageHeading } from '~/admin/shared/PageHeading'
import { localDate, localDateTime } from '~/admin/shared/when'
import { errorMessage } from '~/shared/api/errors'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { buttonClass } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Money, useMoney } from '~/shared/ui/Money'
import { NavButton } from '~/shared/ui/NavButton'
import { Skeleton } from '~/shared/ui/Skeleton'
import { customerQuery } from '../customers/queries'
import { typeText } from '../orders/OrdersTable'
import type { OrderRow } from '../orders/queries'
import { PaymentBadge, StatusBadge } from '../orders/StatusBadge'

export const route: PageRoute = { path: '/admin/customers/:id', ...adminPage }

const columns: DataColumn<OrderRow>[] = [
  {
    name: 'Order ID',
    phone: 'bare',
    cell: (o) => (
      <Link to={`/admin/orders/${o.number}`} className="font-bold text-primary-deep hover:underline">
        {o.number}
      </Link>
    ),
  },
  { name: 'Date', cell: (o) => <span className="whitespace-nowrap">{localDateTime(o.created_at)}</span> },
  { name: 'Type', cell: (o) => typeText(o.fulfillment_type) },
  { name: 'Status', cell: (o) => <StatusBadge of={o} /> },
  {
    name: 'Total',
    align: 'right',
    cell: (o) => (
      <span className="inline-flex items-center gap-2">
        <PaymentBadge payment={o.payment_status} />
        <Money amount={o.total} currency={o.currency} className="font-semibold tabular-nums" />
      </span>
    ),
  },
]

export default function CustomerPage() {
  const formatMoney = useMoney()
  const { id = '' } = useParams()
  const { data: customer, error } = useQuery(customerQuery(Number(id)))
  return (
    <>
      <NavButton to="/admin/customers" variant="ghost" size="sm" className="-ml-3 mb-1 max-md:min-h-11">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to Customers
      </NavButton>
      {error && !customer && (
        <EmptyState title="Customer not found" text={errorMessage(error, 'An unknown error occurred')} />
      )}
      {!customer && !error && <Skeleton className="h-96 rounded-2xl" />}
      {customer && (
        <>
          <PageHeading
            title={customer.name || customer.username || customer.email}
            hint={
              customer.has_account
                ? `Has an account (${customer.username}), known since ${localDate(customer.created_at)}`
                : `Guest, known since ${localDate(customer.created_at)}`
            }
          >
            <a href={`mailto:${customer.email}`} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              <Mail className="size-4" aria-hidden="true" />
              {customer.email}
            </a>
          </PageHeading>
          <dl className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure name="Orders" value={formatCount(customer.orders)} />
            <Figure name="Total spent" value={formatMoney(customer.spent)} />
            <Figure
              name="Average order"
              value={customer.orders ? formatMoney(customer.spent / customer.orders) : '-'}
            />
            <Figure
              name="Last order"
              value={customer.last_order_at ? localDate(customer.last_order_at) : '-'}
            />
          </dl>
          {customer.recent_orders.length === 0 ? (
            <EmptyState title="No orders found" />
          ) : (
            <DataTable
              label={`Orders of ${customer.name || customer.email}`}
              columns={columns}
              rows={customer.recent_orders}
              rowKey={(o) => o.id}
            />
          )}
          {customer.more_orders && (
            <p className="mt-3">
              <Link
                to={`/admin/orders?q=${encodeURIComponent(customer.email)}`}
                className="font-semibold text-primary-deep hover:underline"
              >
                All orders of this customer
              </Link>
            </p>
          )}
        </>
      )}
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-2xl border border-line bg-white p-4">
      <dt className="text-mute text-sm">{name}</dt>
      <dd className="font-bold text-xl tabular-nums">{value}</dd>
    </div>
  )
}
