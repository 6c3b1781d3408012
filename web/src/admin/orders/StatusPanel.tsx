import { type ReactNode, useState } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { ReasonedBody } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { useEditForm } from '~/shared/form/use-edit-form'
import { Button } from '~/shared/ui/Button'
import { TextareaField } from '~/shared/ui/Field'
import { useCancel, useHold } from './actions'
import { QuickActionButton } from './QuickActionButton'
import type { Order } from './queries'
import { StatusBadge } from './StatusBadge'
import { StatusSelect } from './StatusSelect'

export function StatusPanel({ order }: { order: Order }) {
  const hold = useHold(order.number)
  const cancel = useCancel(order.number)
  const [asking, setAsking] = useState<'hold' | 'cancel'>()
  const close = () => setAsking(undefined)
  return (
    <Panel title="Status" actions={<StatusBadge of={order} />}>
      <div className="flex flex-wrap items-center gap-2">
        <StatusSelect order={order} statuses={order.statuses} />
        <QuickActionButton order={order} />
      </div>
      {(order.can_hold || order.can_cancel) && (
        <div className="mt-3 flex flex-wrap gap-2 border-line border-t pt-3">
          {order.can_hold && (
            <Button variant="outline" size="sm" className="max-md:min-h-11" onClick={() => setAsking('hold')}>
              Put on hold
            </Button>
          )}
          {order.can_cancel && (
            <Button
              variant="ghost"
              size="sm"
              className="text-danger! max-md:min-h-11"
              onClick={() => setAsking('cancel')}
            >
              Cancel order
            </Button>
          )}
        </div>
      )}
      {asking === 'hold' && (
        <AskWithNote
          onClose={close}
          title={`Put ${order.number} on hold?`}
          description="It waits until somebody processes it."
          confirm="Put on hold"
          mails={order.hold_mails}
          onConfirm={(note) => hold.mutateAsync({ note })}
        />
      )}
      {asking === 'cancel' && (
        <AskWithNote
          onClose={close}
          title={`Cancel ${order.number}?`}
          description={
            order.refundable > 0
              ? 'Its units go back in stock and what was paid is refunded in full. This cannot be undone.'
              : 'Its units go back in stock. This cannot be undone.'
          }
          confirm="Cancel order"
          danger
          mails={order.cancel_mails}
          onConfirm={(note) => cancel.mutateAsync({ note })}
        />
      )}
    </Panel>
  )
}

type AskWithNoteProps = {
  onClose: () => void
  title: string
  description: ReactNode
  confirm: string
  danger?: boolean
  /** Whether the customer gets a mail about it: the settings say. */
  mails: boolean
  onConfirm: (note: string) => Promise<unknown>
}

function AskWithNote(props: AskWithNoteProps) {
  const { onClose, title, description, confirm, danger, mails, onConfirm } = props
  const { form, field, busy } = useEditForm({
    initial: { note: '' },
    limits: ReasonedBody,
    submit: ({ values: { note } }) => onConfirm(note.trim()),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={title}
      description={description}
      form={form}
      busy={busy}
      submit={confirm}
      cancel="Keep as it is"
      danger={danger}
      onClose={onClose}
    >
      <TextareaField
        label="Note to the customer"
        hint={
          mails
            ? 'Stands in the mail about it and in the timeline. May stay empty.'
            : 'No mail goes out about it: the Orders tab of the settings has it switched off. A note stands in the timeline alone.'
        }
        rows={3}
        {...field('note')}
      />
    </FormDialog>
  )
}
