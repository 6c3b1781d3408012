import { useQuery } from '@tanstack/react-query'
import {
  Archive,
  CalendarClock,
  CircleCheck,
  CreditCard,
  Database,
  HardDrive,
  Image,
  Inbox,
  Lock,
  type LucideIcon,
  Mail,
  OctagonX,
  RefreshCw,
  Store,
  Tag,
  TriangleAlert,
} from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type HealthRow, type HealthState, healthQuery, rowOfFailure, worst } from '~/admin/health/queries'
import { adminPages } from '~/admin/layout/admin-pages'
import { plural } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { PageHeading } from '~/admin/shared/PageHeading'
import { localTime } from '~/admin/shared/when'
import { cn } from '~/shared/lib/cn'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Button } from '~/shared/ui/Button'
import { Skeleton } from '~/shared/ui/Skeleton'

export const route: PageRoute = { path: '/admin/health', ...adminPage }

export default function HealthPage() {
  const { data, error, isFetching, refetch } = useQuery(healthQuery)
  const failure = rowOfFailure(error)
  const rows = failure ? [failure] : data?.rows
  return (
    <>
      <PageHeading
        title={adminPages.health.name}
        hint={
          data && !failure ? `Checked at ${localTime(data.checked_at)}, and again every minute.` : undefined
        }
      >
        <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
          <RefreshCw className="size-4" aria-hidden="true" />
          Refresh
        </Button>
      </PageHeading>
      {rows ? (
        <div className="grid grid-cols-1 gap-4">
          <Summary rows={rows} />
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            {rows.map((row) => (
              <Part key={row.id} row={row} />
            ))}
          </ul>
        </div>
      ) : error ? (
        <LoadFailed what="health of the shop" error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

const states: Record<
  HealthState,
  { name: string; icon: LucideIcon; text: string; edge: string; band: string }
> = {
  good: {
    name: 'Good',
    icon: CircleCheck,
    text: 'text-success',
    edge: 'border-line',
    band: 'bg-green-100 text-green-950',
  },
  attention: {
    name: 'Needs attention',
    icon: TriangleAlert,
    text: 'text-amber-900',
    edge: 'border-amber-400',
    band: 'bg-amber-100 text-amber-950',
  },
  broken: {
    name: 'Broken',
    icon: OctagonX,
    text: 'text-danger',
    edge: 'border-danger',
    band: 'bg-red-100 text-red-950',
  },
}

/** One sentence about all parts, said aloud when it changes. */
function Summary({ rows }: { rows: HealthRow[] }) {
  const state = worst(rows)
  const { icon: Icon, band } = states[state]
  const brokenParts = rows.filter((row) => row.state === 'broken').length
  const others = rows.filter((row) => row.state === 'attention').length
  const sentences = [
    brokenParts > 0 && `${plural(brokenParts, 'part')} ${brokenParts === 1 ? 'is' : 'are'} broken.`,
    others > 0 && `${plural(others, 'part')} ${others === 1 ? 'needs' : 'need'} attention.`,
  ].filter(Boolean)
  return (
    <p
      role="status"
      className={cn('flex items-center gap-3 rounded-2xl px-4 py-3.5 font-bold text-lg sm:px-5', band)}
    >
      <Icon className="size-6 shrink-0" aria-hidden="true" />
      {sentences.length > 0 ? sentences.join(' ') : 'Everything works.'}
    </p>
  )
}

const icons: Record<HealthRow['id'], LucideIcon> = {
  version: Tag,
  database: Database,
  mail: Mail,
  storage: Image,
  payments: CreditCard,
  details: Store,
  queue: Inbox,
  backup: Archive,
  certificate: Lock,
  clock: CalendarClock,
  disk: HardDrive,
}

const pages: Record<string, string> = {
  backups: 'Open backups',
  integrations: 'Open integrations',
  payments: 'Open payments',
  customers: 'Open mail settings',
  store: 'Open the store’s address',
  texts: 'Open texts',
}

function Part({ row }: { row: HealthRow }) {
  const { name, icon: StateIcon, text, edge } = states[row.state]
  const Icon = icons[row.id]
  return (
    <li className={cn('flex gap-3.5 rounded-2xl border bg-white p-4 sm:p-5', edge)}>
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-xl bg-paper-2 text-ink-2"
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h3 className="font-bold text-base leading-tight">{row.name}</h3>
          <p className={cn('flex items-center gap-1.5 font-semibold text-sm', text)}>
            <StateIcon className="size-4 shrink-0" aria-hidden="true" />
            {name}
          </p>
        </div>
        <p className="mt-1.5 break-words text-[0.95rem]">{row.text}</p>
        {row.advice && (
          <p className="mt-1 break-words text-mute text-sm">
            <Flags text={row.advice} />
            {row.link && (
              <>
                {' '}
                <Link
                  to={row.link}
                  className="whitespace-nowrap font-semibold text-primary-deep underline underline-offset-2"
                >
                  {pages[row.link.split('tab=')[1] ?? ''] ?? 'Open'}
                </Link>
              </>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

/** Flags of the program within a sentence look like what is typed. */
function Flags({ text }: { text: string }) {
  return text.split(/(--[a-z-]+)/).map((part, i) =>
    part.startsWith('--') ? (
      <code key={i} className="whitespace-nowrap">
        {part}
      </code>
    ) : (
      <Fragment key={i}>{part}</Fragment>
    ),
  )
}

function Waiting() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4">
      <span className="sr-only">Checking every part of the shop</span>
      <Skeleton className="h-14 rounded-2xl" />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {Object.keys(icons).map((id) => (
          <Skeleton key={id} className="h-24 rounded-2xl" />
        ))}
      </div>
    </div>
  )
}
