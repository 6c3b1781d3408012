import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AuditEntry, diffFacts, type Facts, labelFor, nameOf, pageOf } from '~/admin/audit/diff'
import { adminPages } from '~/admin/layout/admin-pages'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { DayField } from '~/admin/shared/DayField'
import { FilterRow } from '~/admin/shared/FilterRow'
import { FilterSelect } from '~/admin/shared/FilterSelect'
import { plural } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { useListState } from '~/admin/shared/list-state'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Pager } from '~/admin/shared/Pager'
import { useToastOnError } from '~/admin/shared/toast-error'
import { endOfDay, localDateTime, startOfDay } from '~/admin/shared/when'
import { api, unwrap } from '~/shared/api/client'
import type { operations } from '~/shared/api/schema.gen'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'

export const route: PageRoute = { path: '/admin/audit', ...adminPage }

type AuditFilter = NonNullable<operations['admin-audit']['parameters']['query']>

const PAGE_SIZE = 50
const narrowing = ['who', 'what', 'did', 'from', 'until', 'id']

const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['admin', 'audit', filter],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/audit', { params: { query: filter }, signal })),
    placeholderData: keepPreviousData,
    // Every change adds a line: refetch at each visit.
    staleTime: 0,
  })

const sold = ['product', 'category', 'order', 'promotion', 'drop', 'waitlist']
const entities = [...sold, 'settings', 'subscriber', 'webhook', 'api key', 'backup', 'admin']
const onOrders = ['move', 'note', 'mail', 'cancel', 'refund', 'mark paid']
const onDrops = ['schedule', 'withdraw', 'pause', 'resume', 'rate', 'add units', 'add code', 'lift limit']
const onAccess = ['revoke', 'test', 'send again']
const actions = ['create', 'update', 'delete', ...onOrders, ...onDrops, 'pass on', 'draw', 'end', ...onAccess]

export default function AuditPage() {
  const list = useListState()
  const [from, until] = [list.get('from'), list.get('until')]
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    auditQuery({
      actor_id: Number(list.get('who')) || undefined,
      entity: list.get('what') || undefined,
      entity_id: list.get('id') || undefined,
      action: list.get('did') || undefined,
      from: startOfDay(from),
      until: endOfDay(until),
      limit: PAGE_SIZE,
      cursor: list.after,
    }),
  )
  useToastOnError(error, 'Error fetching the audit log')
  const rows = data?.items ?? []
  const select = (key: string) => ({
    value: list.get(key),
    onChange: (value: string) => list.set({ [key]: value }),
  })
  const day = (key: string, label: string) => (
    <DayField label={label} value={list.get(key)} onChange={(value) => list.set({ [key]: value })} />
  )

  return (
    <>
      <PageHeading
        title={adminPages.audit.name}
        hint="Every change that staff made, with what was there before."
      />
      <search className="mb-3">
        <FilterRow>
          <FilterSelect
            label="Who"
            {...select('who')}
            options={[
              { value: '', label: 'Everybody' },
              ...(data?.actors ?? []).map(({ id, email }) => ({ value: String(id), label: email })),
            ]}
          />
          <FilterSelect
            label="What"
            {...select('what')}
            options={[
              { value: '', label: 'Everything' },
              ...entities.map((value) => ({ value, label: labelFor(value) })),
            ]}
          />
          <FilterSelect
            label="Action"
            {...select('did')}
            options={[
              { value: '', label: 'Any action' },
              ...actions.map((value) => ({ value, label: labelFor(value) })),
            ]}
          />
          {day('from', 'From')}
          {day('until', 'To')}
        </FilterRow>
      </search>
      {error && !data ? (
        <LoadFailed what="audit log" error={error} onRetry={refetch} />
      ) : !isPending && rows.length === 0 ? (
        <EmptyState title="No changes found" text="Changes that staff make are written down here.">
          {list.isNarrowed([...narrowing, 'after']) && (
            <Button
              variant="outline"
              onClick={() => list.set(Object.fromEntries(narrowing.map((key) => [key, null])))}
            >
              Clear filters
            </Button>
          )}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Audit log"
            columns={columns}
            rows={rows}
            rowKey={(entry) => entry.id}
            isLoading={isPending}
            isStale={isPlaceholderData}
          />
          <Pager
            paging={list.paging}
            nextCursor={data?.next_cursor}
            shown={rows.length}
            size={PAGE_SIZE}
            busy={isPlaceholderData}
          />
        </>
      )}
    </>
  )
}

const tones = { create: 'green', update: 'blue', delete: 'red' } as const

const columns: DataColumn<AuditEntry>[] = [
  {
    name: 'When',
    className: 'md:whitespace-nowrap md:align-top',
    cell: (entry) => (
      <time dateTime={entry.at} className="text-sm tabular-nums">
        {localDateTime(entry.at)}
      </time>
    ),
  },
  {
    name: 'Who',
    className: 'md:align-top',
    cell: (entry) => <span className="wrap-anywhere text-sm">{entry.actor}</span>,
  },
  {
    name: 'What',
    className: 'md:align-top',
    cell: (entry) => {
      const page = pageOf(entry)
      const name = entry.entity === 'settings' ? 'Site settings' : nameOf(entry)
      return (
        <span className="inline-flex flex-wrap items-center gap-2 max-md:justify-end">
          <Badge tone={tones[entry.action as keyof typeof tones] ?? 'grey'}>{labelFor(entry.action)}</Badge>
          <span className="text-mute text-sm">{entry.entity !== 'settings' && labelFor(entry.entity)}</span>
          {page ? (
            <Link to={page} className="font-semibold hover:underline">
              {name}
            </Link>
          ) : (
            <span className="font-semibold">{name}</span>
          )}
        </span>
      )
    },
  },
  {
    name: 'Changes',
    phone: 'bare',
    className: 'md:w-1/2',
    cell: (entry) => <Changes entry={entry} />,
  },
]

const SHOWN = 3

function Changes({ entry }: { entry: AuditEntry }) {
  const facts = diffFacts(entry.before as Facts, entry.after as Facts)
  if (facts.length === 0) return <span className="text-mute text-sm">–</span>
  const lines = (
    <dl className="grid gap-1 text-sm">
      {facts.map(({ name, before, after }) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[9rem_1fr]">
          <dt className="text-mute">{labelFor(name)}</dt>
          <dd className="wrap-anywhere">
            {before && <del className="text-danger">{before}</del>}
            {before && after && ' → '}
            {after && <ins className="font-semibold text-success no-underline">{after}</ins>}
            {!after && before && <span className="sr-only"> removed</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (facts.length <= SHOWN) return lines
  return (
    <details className="w-full">
      <summary className="min-h-9 py-1.5 text-sm">
        {plural(facts.length, 'fact')}:{' '}
        {facts
          .slice(0, SHOWN)
          .map(({ name }) => labelFor(name))
          .join(', ')}
        …
      </summary>
      <div className="pt-1 pb-2">{lines}</div>
    </details>
  )
}
