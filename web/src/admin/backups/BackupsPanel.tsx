import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, CircleCheck, CircleX, Lock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { Panel } from '~/admin/shared/Panel'
import { toastError } from '~/admin/shared/toast-error'
import { ago, localDateTime } from '~/admin/shared/when'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Skeleton } from '~/shared/ui/Skeleton'
import { type Backup, type Backups, backupsQuery, formatBytes, percentOf, startBackup } from './queries'

/** How the backups stand, the button that makes one now, and the last ones. `dirty`: the settings above are not saved. */
export function BackupsPanel({ dirty }: { dirty: boolean }) {
  const client = useQueryClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery(backupsQuery)
  const start = useMutation({
    mutationFn: startBackup,
    onError: (failure) => toastError('The backup was not started', failure),
    onSettled: () => client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
  return (
    <Panel
      title="Backups"
      hint="One file with everything: orders, customers, settings and pictures."
      actions={
        <Button
          variant="outline"
          size="sm"
          busy={start.isPending || Boolean(data?.running)}
          disabled={!data?.target || dirty}
          onClick={() => start.mutate()}
        >
          <Archive className="size-4" aria-hidden="true" />
          Back up now
        </Button>
      }
    >
      {data ? (
        <div className="grid grid-cols-1 gap-4">
          <BackupState backups={data} now={dataUpdatedAt} dirty={dirty} />
          {data.items.length > 0 && <History items={data.items} />}
        </div>
      ) : error ? (
        <LoadFailed what="backups" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-24 rounded-xl" />
      )}
    </Panel>
  )
}

function BackupState({ backups, now, dirty }: { backups: Backups; now: number; dirty: boolean }) {
  const { target, fixed, last, running, next_at, late, items } = backups
  const newest = items.find(({ status }) => status === 'done' || status === 'failed')
  return (
    <div className="grid grid-cols-1 gap-3" aria-live="polite">
      {!target ? (
        <Note icon={<TriangleAlert className="text-secondary-deep" />}>
          No backups are made. Give a target above and save it: the first one is made at once.
        </Note>
      ) : running ? (
        <Running backup={running} />
      ) : newest?.status === 'failed' ? (
        <Note icon={<CircleX className="text-danger" />}>
          <strong className="font-semibold">The last backup failed</strong> {ago(newest.started_at, now)}.{' '}
          {newest.error}
        </Note>
      ) : late ? (
        <Note icon={<TriangleAlert className="text-secondary-deep" />}>
          The backup of the schedule is missing. Press ‘Back up now’, and look into the program’s log if it
          fails.
        </Note>
      ) : last ? (
        <Note icon={<CircleCheck className="text-success" />}>
          The last backup was made {ago(last.ended_at ?? last.started_at, now)}: {formatBytes(last.bytes)},{' '}
          {formatCount(last.rows_done)} rows.
        </Note>
      ) : (
        <Note icon={<TriangleAlert className="text-secondary-deep" />}>There is no backup yet.</Note>
      )}
      {target && (
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[7rem_1fr]">
          <dt className="text-mute">Go to</dt>
          <dd className="wrap-anywhere">
            {target}
            {fixed && (
              <span className="text-mute">
                {' '}
                (said by <code>--backup-to</code>; the target above does not count)
              </span>
            )}
          </dd>
          <dt className="text-mute">Next one</dt>
          <dd>{next_at ? (running ? 'After this one' : localDateTime(next_at)) : 'Only by the button'}</dd>
          {last && (
            <>
              <dt className="text-mute">Bring it back</dt>
              <dd className="wrap-anywhere">
                <code className="text-[0.85rem]">snackdrop restore '{addressOf(last)}'</code>
              </dd>
            </>
          )}
        </dl>
      )}
      {dirty && (
        <p className="text-mute text-sm">Save the settings first: a backup goes where the saved ones say.</p>
      )}
    </div>
  )
}

/** Where the file of a backup is, as the command that restores it wants it. */
function addressOf({ target, name }: Backup): string {
  const [address = '', query] = target.split('?')
  return `${address.replace(/\/$/, '')}/${name}${query ? `?${query}` : ''}`
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
      <span aria-hidden="true" className="mt-0.5 shrink-0 [&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}

function Running({ backup }: { backup: Backup }) {
  const percent = percentOf(backup)
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-3">
        <span className="font-semibold">A backup is being made</span>
        <span className="text-mute text-sm tabular-nums">
          {percent === undefined ? 'starting' : `${percent}%`} · {formatBytes(backup.bytes)}
        </span>
      </p>
      <progress
        aria-label="Progress of the backup"
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-paper-2 accent-primary [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-paper-2 [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[width]"
      />
      <p className="text-mute text-sm">The shop goes on selling. You may leave this page.</p>
    </div>
  )
}

const results = {
  running: { tone: 'blue', name: 'Being made' },
  done: { tone: 'green', name: 'Made' },
  failed: { tone: 'red', name: 'Failed' },
  stopped: { tone: 'grey', name: 'Stopped' },
} as const

function History({ items }: { items: Backup[] }) {
  return (
    <section aria-label="The last backups">
      <ul className="divide-y divide-line border-line border-t">
        {items.map((backup) => (
          <li
            key={backup.id}
            className="grid gap-x-4 gap-y-0.5 py-2.5 text-sm sm:grid-cols-[6.5rem_12rem_1fr_auto] sm:items-center"
          >
            <span>
              <Badge tone={results[backup.status].tone}>{results[backup.status].name}</Badge>
            </span>
            <time dateTime={backup.started_at} className="tabular-nums">
              {localDateTime(backup.started_at)}
            </time>
            <span className="wrap-anywhere min-w-0 text-mute">
              {backup.error || backup.asked_by || 'By schedule'}
            </span>
            <span className="flex items-center gap-1.5 text-mute tabular-nums">
              {backup.encrypted && (
                <>
                  <Lock className="size-3.5" aria-hidden="true" />
                  <span className="sr-only">Encrypted, </span>
                </>
              )}
              {backup.bytes > 0 && formatBytes(backup.bytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
