import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { type DropListItem, dropsQuery } from '~/admin/drops/queries'
import { isRunning, stateOf } from '~/admin/drops/state'
import { adminPages } from '~/admin/layout/admin-pages'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { formatCount } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { PageHeading } from '~/admin/shared/PageHeading'
import { useToastOnError } from '~/admin/shared/toast-error'
import { zonedTime } from '~/admin/shared/zone'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { useSettings } from '~/shared/lib/settings'
import { Badge } from '~/shared/ui/Badge'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'

export const route: PageRoute = { path: '/admin/drops', ...adminPage }

/** Phases change by the clock alone. */
const LIST_EVERY = 15_000

export default function DropsPage() {
  const { data, error, isPending, refetch } = useQuery({ ...dropsQuery, refetchInterval: LIST_EVERY })
  const zone = useSettings()('drop_time_zone')
  useToastOnError(error, 'Error fetching drops')
  const rows = data?.items ?? []
  const columns: DataColumn<DropListItem>[] = [
    {
      name: 'Name',
      phone: 'bare',
      className: 'md:max-w-md',
      cell: ({ id, name }) => (
        <Link
          to={`/admin/drops/${id}`}
          className="wrap-anywhere inline-block min-h-11 content-center font-bold hover:underline max-md:text-base"
        >
          {name}
        </Link>
      ),
    },
    {
      name: 'State',
      cell: (drop) => {
        const { text, tone } = stateOf(drop)
        return (
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tone}>{text}</Badge>
            {isRunning(drop) && (
              <Link
                to={`/admin/drops/${drop.id}/live`}
                className="inline-block min-h-11 content-center font-semibold text-primary-deep text-sm underline"
              >
                Control room<span className="sr-only"> of {drop.name}</span>
              </Link>
            )}
          </span>
        )
      },
    },
    {
      name: 'Opens',
      cell: ({ opens_at }) => <span className="tabular-nums">{zonedTime(opens_at, zone)}</span>,
    },
    {
      name: 'Units',
      align: 'right',
      cell: ({ units }) => <span className="tabular-nums">{formatCount(units)}</span>,
    },
    {
      name: 'Sold',
      align: 'right',
      cell: ({ sold }) => <span className="tabular-nums">{formatCount(sold)}</span>,
    },
  ]
  const add = (
    <NavButton to="/admin/drops/new" size="sm" className="max-md:min-h-11">
      <Plus className="size-4" aria-hidden="true" />
      New drop
    </NavButton>
  )
  return (
    <>
      <PageHeading title={adminPages.drops.name} hint="Few units for many people, at an announced moment.">
        {rows.length > 0 && add}
      </PageHeading>
      {error && !data ? (
        <LoadFailed what="drops" error={error} onRetry={refetch} />
      ) : data && rows.length === 0 ? (
        <EmptyState
          title="No drops yet"
          text="Announce a moment, set units aside, and sell them fairly: by a line, openly or by a draw."
        >
          {add}
        </EmptyState>
      ) : (
        <DataTable
          label="Drops"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          isLoading={isPending}
        />
      )}
    </>
  )
}
