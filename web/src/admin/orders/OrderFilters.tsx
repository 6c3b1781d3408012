import { DayField } from '~/admin/shared/DayField'
import { FilterRow } from '~/admin/shared/FilterRow'
import { FilterSelect } from '~/admin/shared/FilterSelect'
import type { ListState } from '~/admin/shared/list-state'
import { SearchBox } from '~/admin/shared/SearchBox'
import { Button } from '~/shared/ui/Button'
import type { OrderStatusFilter } from './queries'

const filterKeys = ['q', 'status', 'type', 'payment', 'drop', 'from', 'to']

const statuses: { value: OrderStatusFilter | ''; label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'waiting', label: 'Waiting to be processed' },
  { value: 'pending', label: 'Pending' },
  { value: 'on-hold', label: 'On-hold' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'refunded', label: 'Refunded' },
]

export function OrderFilters({ list }: { list: ListState }) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2 max-md:gap-y-1">
      <SearchBox
        label="Search orders..."
        value={list.search}
        onChange={(q) => list.set({ q })}
        className="basis-full md:basis-64"
      />
      <FilterRow>
        <FilterSelect
          label="Status"
          value={list.get('status')}
          // Such an order is only under the tab All Orders.
          onChange={(status) => list.set({ status, tab: null })}
          options={statuses}
        />
        <FilterSelect
          label="Type"
          value={list.get('type')}
          onChange={(type) => list.set({ type })}
          options={[
            { value: '', label: 'All types' },
            { value: 'delivery', label: 'Delivery' },
            { value: 'pickup', label: 'Pickup' },
          ]}
        />
        <FilterSelect
          label="Payment"
          value={list.get('payment')}
          onChange={(payment) => list.set({ payment })}
          options={[
            { value: '', label: 'Any payment' },
            { value: 'unpaid', label: 'Unpaid' },
            { value: 'paid', label: 'Paid' },
            { value: 'refunded', label: 'Refunded' },
          ]}
        />
        <DayField label="From" value={list.get('from')} onChange={(from) => list.set({ from })} />
        <DayField label="To" value={list.get('to')} onChange={(to) => list.set({ to })} />
        {list.isNarrowed(filterKeys) && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => list.set(Object.fromEntries(filterKeys.map((key) => [key, null])))}
          >
            Clear filters
          </Button>
        )}
      </FilterRow>
    </search>
  )
}
