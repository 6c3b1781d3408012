import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { formatCount } from '~/admin/shared/format'
import { Panel } from '~/admin/shared/Panel'
import { toastError } from '~/admin/shared/toast-error'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { NavButton } from '~/shared/ui/NavButton'
import { toast } from '~/shared/ui/toast-store'
import { CodeDialog } from './CodeDialog'
import { LimitDialog } from './LimitDialog'
import { PreviewDialog } from './PreviewDialog'
import { deleteDrop, duplicateDrop, putDrop, refreshDrops, type StaffDrop, withdrawDrop } from './queries'
import { isDraft, stateOf } from './state'

type DropActionsProps = {
  base: StaffDrop | undefined
  zone: string
  dirty: boolean
  busy: boolean
  onSave: () => void
  onSchedule: () => void
  /** An action answered with the drop as it is now. */
  onChanged: (drop: StaffDrop) => void
}

type Asked = 'preview' | 'withdraw' | 'delete' | 'code' | 'limit'

/** The state of the drop and everything that can be done with it. */
export function DropActions({ base, zone, dirty, busy, onSave, onSchedule, onChanged }: DropActionsProps) {
  const [asked, setAsked] = useState<Asked>()
  const draft = isDraft(base)
  const { duplicate, withdraw, remove } = useActions(onChanged, () => setAsked(undefined))
  const close = () => setAsked(undefined)
  const state = base && stateOf(base)
  return (
    <Panel
      title="State"
      actions={state ? <Badge tone={state.tone}>{state.text}</Badge> : <Badge>Not saved</Badge>}
    >
      <div className="grid gap-2.5">
        <Button busy={busy} variant={draft ? 'outline' : 'primary'} onClick={onSave}>
          {draft ? 'Save draft' : 'Save drop'}
        </Button>
        {draft && (
          <>
            <Button disabled={busy} onClick={onSchedule}>
              Schedule
            </Button>
            <p className="text-mute text-sm">
              {base?.announcement_minutes === undefined
                ? 'Scheduling announces the drop to your subscribers.'
                : `This announcement takes about ${formatCount(base.announcement_minutes)} minutes`}
            </p>
          </>
        )}
        {base && (
          <>
            {!draft && (
              <NavButton to={`/admin/drops/${base.id}/live`} variant="ink">
                <Activity className="size-4.5" aria-hidden="true" />
                Control room
              </NavButton>
            )}
            <div className="mt-1 grid grid-cols-2 gap-2 *:min-h-11 *:px-2">
              <Button variant="outline" size="sm" onClick={() => setAsked('preview')}>
                Preview at…
              </Button>
              <Button
                variant="outline"
                size="sm"
                busy={duplicate.isPending}
                disabled={dirty}
                onClick={() => duplicate.mutate(base)}
              >
                Duplicate
              </Button>
              <Button variant="outline" size="sm" onClick={() => setAsked('code')}>
                Add access code
              </Button>
              <Button variant="outline" size="sm" onClick={() => setAsked('limit')}>
                Lift the limit
              </Button>
            </div>
            {base.codes.length > 0 && <Codes codes={base.codes} />}
            {base.can_withdraw && (
              <Button variant="ghost" size="sm" className="min-h-11" onClick={() => setAsked('withdraw')}>
                Withdraw
              </Button>
            )}
            {base.can_delete && (
              <Button variant="ghost" size="sm" className="min-h-11" onClick={() => setAsked('delete')}>
                Delete
              </Button>
            )}
          </>
        )}
      </div>
      {base && (
        <>
          {asked === 'preview' && <PreviewDialog drop={base} zone={zone} onClose={close} />}
          {asked === 'code' && <CodeDialog drop={base} onClose={close} />}
          {asked === 'limit' && <LimitDialog drop={base} onClose={close} />}
          <ConfirmDialog
            open={asked === 'withdraw'}
            onOpenChange={close}
            title="Withdraw this drop?"
            description="Its page disappears and its hidden products stay hidden until you publish or schedule them again. Reminders already sent cannot be taken back."
            confirm="Withdraw"
            danger
            pending={withdraw.isPending}
            onConfirm={() => withdraw.mutate(base)}
          />
          <ConfirmDialog
            open={asked === 'delete'}
            onOpenChange={close}
            title="Confirm Deletion"
            description="Are you sure you want to delete this drop? This action cannot be undone."
            confirm="Delete"
            danger
            pending={remove.isPending}
            onConfirm={() => remove.mutate(base)}
          />
        </>
      )}
    </Panel>
  )
}

function Codes({ codes }: { codes: StaffDrop['codes'] }) {
  return (
    <dl aria-label="Access codes" className="mt-1 grid gap-1 rounded-xl bg-paper px-3 py-2 text-sm">
      {codes.map(({ label, uses, max_uses }, i) => (
        <div key={i} className="flex justify-between gap-3">
          <dt className="wrap-anywhere min-w-0">{label || 'Access code'}</dt>
          <dd className="shrink-0 text-mute tabular-nums">
            {formatCount(uses)} of {formatCount(max_uses)} used
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useActions(onChanged: (drop: StaffDrop) => void, close: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const options = (what: string) => ({
    onError: (error: unknown) => toastError(`Error ${what} drop`, error),
    onSettled: () => refreshDrops(client),
  })
  const duplicate = useMutation({
    ...options('duplicating'),
    mutationFn: duplicateDrop,
    onSuccess: async (drop) => {
      toast({ title: 'Drop duplicated', description: `${drop.name} is a draft with seeds of its own.` })
      putDrop(client, drop)
      await navigate(`/admin/drops/${drop.id}`)
    },
  })
  const withdraw = useMutation({
    ...options('withdrawing'),
    mutationFn: withdrawDrop,
    onSuccess: (drop) => {
      toast({ title: 'Drop withdrawn', description: `${drop.name} has been withdrawn.` })
      putDrop(client, drop)
      onChanged(drop)
      close()
    },
  })
  const remove = useMutation({
    ...options('deleting'),
    mutationFn: deleteDrop,
    onSuccess: async () => {
      toast({ title: 'Drop deleted', description: 'The drop has been deleted successfully.' })
      await navigate('/admin/drops', { state: { saved: true } })
    },
  })
  return { duplicate, withdraw, remove }
}
