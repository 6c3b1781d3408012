import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { adminPages } from '~/admin/layout/admin-pages'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { DeleteDialog } from '~/admin/shared/DeleteDialog'
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
import { Button, buttonClass } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import {
  forgetSubscriber,
  type Subscriber,
  type SubscriberStatus,
  subscribersQuery,
} from '../customers/queries'

export const route: PageRoute = { path: '/admin/subscribers', ...adminPage }

const PAGE_SIZE = 25
const tones = { confirmed: 'green', pending: 'amber', unsubscribed: 'grey' } as const
const statusLabels = {
  confirmed: 'Confirmed',
  pending: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
} as const

export default function SubscribersPage() {
  const client = useQueryClient()
  const list = useListState()
  const status = (list.get('status') || undefined) as SubscriberStatus | undefined
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    subscribersQuery({ search: list.search || undefined, status, limit: PAGE_SIZE, cursor: list.after }),
  )
  useToastOnError(error, 'Error fetching subscribers')
  const [forgetting, setForgetting] = useState<Subscriber>()
  const rows = data?.items ?? []
  const columns: DataColumn<Subscriber>[] = [
    { name: 'Email', phone: 'bare', cell: (s) => <span className="break-all font-semibold">{s.email}</span> },
    { name: 'Status', cell: (s) => <Badge tone={tones[s.status]}>{statusLabels[s.status]}</Badge> },
    { name: 'Joined', cell: (s) => localDate(s.created_at) },
    { name: 'Confirmed', cell: (s) => (s.confirmed_at ? localDate(s.confirmed_at) : '-') },
    {
      name: 'Actions',
      align: 'right',
      cell: (s) => (
        <Button variant="ghost" size="icon" aria-label={`Delete ${s.email}`} onClick={() => setForgetting(s)}>
          <Trash2 className="size-4.5" aria-hidden="true" />
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={adminPages.subscribers.name}
        hint={
          data &&
          `${formatCount(data.confirmed)} confirmed, ${formatCount(data.pending)} not confirmed yet, ${formatCount(data.unsubscribed)} unsubscribed`
        }
      >
        <a
          href={`/api/admin/subscribers.csv?${new URLSearchParams({ status: status ?? '', search: list.search })}`}
          download
          className={buttonClass({ variant: 'outline', size: 'sm', className: 'max-md:min-h-11' })}
        >
          <Download className="size-4" aria-hidden="true" />
          Export CSV
        </a>
      </PageHeading>
      <search className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search subscribers..."
          value={list.search}
          onChange={(q) => list.set({ q })}
          className="basis-full md:basis-64"
        />
        <FilterSelect
          label="Status"
          value={list.get('status')}
          onChange={(next) => list.set({ status: next })}
          options={[
            { value: '', label: 'Any status' },
            ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
          ]}
        />
      </search>
      {error && !data ? (
        <LoadFailed what="subscribers" error={error} onRetry={refetch} />
      ) : data && rows.length === 0 ? (
        <EmptyState
          title="No subscribers found"
          text={
            list.search || status ? 'Try another search.' : 'People join on the shop’s subscription page.'
          }
        />
      ) : (
        <DataTable
          label="Subscribers"
          columns={columns}
          rows={rows}
          rowKey={(s) => s.id}
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
      <DeleteDialog
        texts={{
          question: `${forgetting?.email ?? 'The address'} will be forgotten altogether. This action cannot be undone.`,
          deleted: 'Subscriber deleted',
          done: 'The address has been forgotten.',
          failed: 'Error deleting subscriber',
        }}
        open={forgetting !== undefined}
        onClose={() => setForgetting(undefined)}
        remove={async () => forgetting && forgetSubscriber(forgetting.id)}
        refresh={() => client.invalidateQueries({ queryKey: ['admin', 'subscribers'] })}
      />
    </>
  )
}
