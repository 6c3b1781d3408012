import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Figures } from '~/admin/drops/Figures'
import { DrawPanel, SteerPanel } from '~/admin/drops/LivePanels'
import { pauseDrop, resumeDrop, useLiveAction } from '~/admin/drops/live-actions'
import { addMetrics, figuresOf, metricsQuery } from '~/admin/drops/live-metrics'
import { dropQuery, type StaffDrop } from '~/admin/drops/queries'
import { ReviewPanel } from '~/admin/drops/ReviewPanel'
import { isRunning, stateOf } from '~/admin/drops/state'
import { errorText } from '~/admin/shared/toast-error'
import { zonedTime } from '~/admin/shared/zone'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { usePageTitle } from '~/shared/lib/page-title'
import { useSettings } from '~/shared/lib/settings'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Dialog } from '~/shared/ui/Dialog'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Skeleton } from '~/shared/ui/Skeleton'

export const route: PageRoute = { path: '/admin/drops/:id/live', ...adminPage }

const DROP_EVERY = 5_000

export default function DropLivePage() {
  const { id } = useParams()
  const number = Number(id)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const { data, error } = useQuery({ ...dropQuery(number), enabled: isNumber, refetchInterval: DROP_EVERY })
  usePageTitle(data ? `Control room: ${data.name}` : 'Control room')
  if (!data && (error || !isNumber))
    return (
      <EmptyState title="This drop could not be opened" text={error ? errorText(error) : 'Drop not found.'} />
    )
  if (!data) return <Skeleton className="h-96 rounded-2xl" />
  return <ControlRoom drop={data} />
}

function ControlRoom({ drop }: { drop: StaffDrop }) {
  const client = useQueryClient()
  const running = isRunning(drop)
  const { data, error } = useQuery({
    ...metricsQuery(drop.id, client),
    refetchInterval: running ? 1_000 : 10_000,
  })
  const metrics = data ?? addMetrics(undefined, { items: [], next_after: 0 })
  return (
    <>
      <CommandBar drop={drop} isLost={error !== null} />
      {!running && (
        <p className="mb-3 text-mute">
          {drop.phase === 'draft' || drop.phase === 'teased'
            ? 'Figures begin with early access or the opening.'
            : 'These are the last figures of this drop.'}
        </p>
      )}
      <div className="grid items-start gap-3 lg:grid-cols-[1fr_20rem]">
        <Figures figures={figuresOf(metrics)} />
        <div className="grid gap-3">
          <DrawPanel drop={drop} />
          {drop.phase !== 'ended' && drop.phase !== 'draft' && <SteerPanel drop={drop} />}
          <Links drop={drop} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <ReviewPanel drop={drop} />
        </div>
      </div>
    </>
  )
}

/** Name, state and the two commands that matter. It stays on the screen. */
function CommandBar({ drop, isLost }: { drop: StaffDrop; isLost: boolean }) {
  const zone = useSettings()('drop_time_zone')
  const state = stateOf(drop)
  const pause = useLiveAction(drop, {
    what: 'pausing the drop',
    done: 'Drop paused',
    do: pauseDrop,
    again: (now) => !now.paused,
  })
  const resume = useLiveAction(drop, { what: 'resuming the drop', done: 'Drop resumed', do: resumeDrop })
  return (
    <div className="sticky top-12 z-10 -mx-2 mb-3 flex items-center gap-x-4 bg-paper/95 px-2 py-2 backdrop-blur">
      <div className="min-w-0 flex-1">
        <Link
          to={`/admin/drops/${drop.id}`}
          className="inline-flex min-h-6 items-center gap-1 text-mute text-sm hover:underline"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          Edit drop
        </Link>
        <h2 className="line-clamp-1 sm:line-clamp-2 wrap-anywhere font-extrabold text-xl leading-tight tracking-tight">
          {drop.name}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-mute text-sm">
          <Badge tone={state.tone}>{state.text}</Badge>
          <span className="max-sm:hidden">Opens {zonedTime(drop.opens_at, zone)}</span>
          {isLost && <span role="status">No connection: figures are old.</span>}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {drop.paused ? (
          <Button busy={resume.isPending} onClick={() => resume.mutate()}>
            <Play className="size-4.5" aria-hidden="true" />
            Resume
          </Button>
        ) : (
          drop.can_pause && (
            <Button variant="ink" busy={pause.isPending} onClick={() => pause.mutate()}>
              <Pause className="size-4.5" aria-hidden="true" />
              Pause
            </Button>
          )
        )}
      </div>
    </div>
  )
}

function Links({ drop }: { drop: StaffDrop }) {
  const [asked, setAsked] = useState(false)
  const look = 'inline-flex min-h-11 items-center font-semibold text-primary-deep hover:underline'
  return (
    <nav aria-label="More about this drop" className="flex flex-wrap gap-x-5 px-1 text-sm lg:grid">
      <Link to="/admin/pickup" className={look}>
        Pickup desk
      </Link>
      <Link to={`/admin/orders?drop=${drop.id}`} className={look}>
        Orders of this drop
      </Link>
      <button type="button" onClick={() => setAsked(true)} className={look}>
        Rehearsal
      </button>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title="Rehearsal"
        description="Runs this drop with a crowd on a copy of the shop. Type this where the shop runs:"
      >
        <code className="wrap-anywhere mt-4 block select-all rounded-xl border-2 border-line bg-white px-4 py-3 text-sm">
          snackdrop rehearse --drop {drop.slug} --buyers 10000
        </code>
      </Dialog>
    </nav>
  )
}
