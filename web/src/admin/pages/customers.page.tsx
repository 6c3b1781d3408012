import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminPages } from '~/admin/layout/admin-pages'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { FilterSelect } from '~/admin/shared/FilterSelect'
import { formatCount } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { useListState } from '~/admin/shared/list-state'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Pager } from '~/admin/shared/Pager'
import { SearchBox } from '~/admin/shared/SearchBox'
import { useToastOnError } from '~/admin/shared/toast-error'
import { localDate } from '~/admin/shared/when'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Badge } from '~/shared/ui/Badge'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Money } from '~/shared/ui/Money'
import { type Customer, type CustomerSort, customersQuery } from '../customers/queries'

export const route: PageRoute = { path: '/admin/customers', ...adminPage }

const PAGE_SIZE = 25

const columns: DataColumn<Customer>[] = [
  {
    name: 'Customer',
    phone: 'bare',
    cell: (c) => (
      <Link to={`/admin/customers/${c.id}`} className="font-bold text-primary-deep hover:underline">
        {c.name || c.username || c.email}
      </Link>
    ),
  },
  { name: 'Email', cell: (c) => <span className="min-w-0 break-all">{c.email}</span> },
  {
    name: 'Account',
    cell: (c) =>
      c.is_admin ? (
        <Badge tone="purple">Staff</Badge>
      ) : c.has_account ? (
        <Badge tone="green">Registered</Badge>
      ) : (
        <Badge>Guest</Badge>
      ),
  },
  {
    name: 'Orders',
    align: 'right',
    cell: (c) => <span className="tabular-nums">{formatCount(c.orders)}</span>,
  },
  {
    name: 'Total spent',
    align: 'right',
    cell: (c) => <Money amount={c.spent} className="font-semibold tabular-nums" />,
  },
  {
    name: 'Last order',
    cell: (c) => (
      <span className="whitespace-nowrap">{c.last_order_at ? localDate(c.last_order_at) : '-'}</span>
    ),
  },
]

export default function CustomersPage() {
  const list = useListState('last_order')
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    customersQuery({
      search: list.search || undefined,
      sort: list.sort as CustomerSort,
      limit: PAGE_SIZE,
      cursor: list.after,
    }),
  )
  useToastOnError(error, 'Error fetching customers')
  const rows = data?.items ?? []
  return (
    <>
      <PageHeading title={adminPages.customers.name} hint="Everyone who has an account or has ordered." />
      <search className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search customers..."
          value={list.search}
          onChange={(q) => list.set({ q })}
          className="basis-full md:basis-64"
        />
        {!list.search && (
          <FilterSelect
            label="Sort customers"
            value={list.sort === 'last_order' ? '' : list.sort}
            onChange={(sort) => list.set({ sort })}
            options={[
              { value: '', label: 'Latest order first' },
              { value: 'spent', label: 'Most spent first' },
              { value: 'orders', label: 'Most orders first' },
            ]}
          />
        )}
      </search>
      {error && !data ? (
        <LoadFailed what="customers" error={error} onRetry={refetch} />
      ) : data && rows.length === 0 ? (
        <EmptyState
          title="No customers found"
          text={
            list.search ? 'Try another name or email.' : 'They appear here with their first order or account.'
          }
        />
      ) : (
        <DataTable
          label="Customers"
          columns={columns}
          rows={rows}
          rowKey={(c) => c.id}
          isLoading={isPending}
          isStale={isPlaceholderData}
        />
      )}
      {rows.length > 0 && (
        <Pager
          paging={list.paging}
          nextCursor={data?.next_cursor}
          shown={rows.length}
          size={PAGE_SIZE}
          busy={isPlaceholderData}
        />
      )}
    </>
  )
}
