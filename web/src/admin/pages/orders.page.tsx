import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { adminPages } from '~/admin/layout/admin-pages'
import { formatCount, plural } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { type ListState, useListState } from '~/admin/shared/list-state'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Pager } from '~/admin/shared/Pager'
import { useSelection } from '~/admin/shared/selection'
import { useToastOnError } from '~/admin/shared/toast-error'
import { endOfDay, startOfDay } from '~/admin/shared/when'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'
import { Tab, TabList, TabPanel, Tabs } from '~/shared/ui/Tabs'
import { OrderBulkActions } from '../orders/OrderBulkActions'
import { OrderFilters } from '../orders/OrderFilters'
import { OrdersTable } from '../orders/OrdersTable'
import { type OrderFilter, type OrderRow, type OrderTab, ordersQuery } from '../orders/queries'
import { SoundSwitch } from '../orders/SoundSwitch'

export const route: PageRoute = { path: '/admin/orders', ...adminPage }

const PAGE_SIZE = 25

const allOrders = { value: 'all', name: 'All Orders', empty: 'No orders found' } as const
const tabs: { value: OrderTab; name: string; empty: string }[] = [
  allOrders,
  { value: 'processing', name: 'Processing', empty: 'No processing orders' },
  { value: 'ready', name: 'Ready', empty: 'No ready orders' },
  { value: 'completed', name: 'Completed', empty: 'No completed orders' },
]

function filterOf(list: ListState, tab: OrderTab): OrderFilter {
  return {
    tab,
    status: (list.get('status') || undefined) as OrderFilter['status'],
    search: list.search || undefined,
    type: (list.get('type') || undefined) as OrderFilter['type'],
    payment: (list.get('payment') || undefined) as OrderFilter['payment'],
    drop: Number(list.get('drop')) || undefined,
    from: list.get('from') ? startOfDay(list.get('from')) : undefined,
    to: list.get('to') ? endOfDay(list.get('to')) : undefined,
    limit: PAGE_SIZE,
    cursor: list.after,
  }
}

export default function OrdersPage() {
  const list = useListState()
  const tab = tabs.find((t) => t.value === list.get('tab')) ?? allOrders
  const filter = filterOf(list, tab.value)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(ordersQuery(filter))
  useToastOnError(error, 'Error fetching orders')
  const selection = useSelection<OrderRow>()
  const rows = data?.items ?? []
  const tabList = useRef<HTMLDivElement>(null)
  // On a phone the row of tabs scrolls: bring the open one into it, once the counts have their width.
  const counted = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the tab that opens
  useEffect(() => {
    tabList.current
      ?.querySelector('[role=tab][data-state=active]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [tab.value, counted])
  return (
    <>
      <PageHeading
        title={adminPages.orders.name}
        hint={data && `${plural(data.counts.waiting, 'order')} waiting to be processed`}
      >
        <SoundSwitch />
        <NavButton to="/admin/pickup" variant="outline" size="sm">
          <ScanLine className="size-4" aria-hidden="true" />
          Pickup desk
        </NavButton>
      </PageHeading>
      <OrderFilters list={list} />
      <Tabs
        value={tab.value}
        onValueChange={(value) => {
          selection.clear()
          // A tab is a choice of statuses too: the two would exclude each other.
          list.set({ tab: value === 'all' ? null : value, status: null }, false)
        }}
      >
        <TabList ref={tabList} aria-label="Orders by status">
          {tabs.map(({ value, name }) => (
            <Tab key={value} value={value}>
              {name}
              {data && <TabCount n={data.counts[value]} />}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={tab.value} className="mt-4">
          {error && !data ? (
            <LoadFailed what="orders" error={error} onRetry={refetch} />
          ) : data && rows.length === 0 ? (
            <EmptyState title={tab.empty} />
          ) : (
            <OrdersTable
              label={tab.name}
              rows={rows}
              statuses={data?.statuses ?? []}
              withDropdown={tab.value === 'all'}
              selection={selection}
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
              total={data?.total ?? undefined}
              busy={isPlaceholderData}
            />
          )}
        </TabPanel>
      </Tabs>
      <OrderBulkActions list={data} filter={filter} selection={selection} />
    </>
  )
}

/** The count is not part of the tab's accessible name: screen readers hear it at the end of the list. */
function TabCount({ n }: { n: number }) {
  return (
    <span aria-hidden="true" className="ml-1.5 rounded-full bg-current/15 px-1.5 py-0.5 text-xs tabular-nums">
      {formatCount(n)}
    </span>
  )
}
