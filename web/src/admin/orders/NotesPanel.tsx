import { Panel } from '~/admin/shared/Panel'
import { UnsavedWarning } from '~/admin/shared/UnsavedWarning'
import { NoteChangeBody } from '~/shared/form/constraints.gen'
import { useEditForm } from '~/shared/form/use-edit-form'
import { Button } from '~/shared/ui/Button'
import { TextareaField } from '~/shared/ui/Field'
import { useSaveNotes } from './actions'
import type { Order } from './queries'

export function NotesPanel({ order }: { order: Order }) {
  const save = useSaveNotes(order.number)
  // `start` is what the form was filled from: a colleague's newer notes are then not overwritten silently.
  const { form, field, values, start, startFrom, startFromSaved, busy } = useEditForm({
    initial: { staff_notes: order.staff_notes },
    limits: NoteChangeBody,
    submit: async (edited) => {
      const saved = await save.mutateAsync({ staff_notes: edited.values.staff_notes.trim(), was })
      startFromSaved({ staff_notes: saved.staff_notes })
    },
  })
  const was = start.staff_notes
  const dirty = values.staff_notes.trim() !== was
  return (
    <Panel title="Notes">
      {order.notes && (
        <blockquote className="mb-4 whitespace-pre-wrap break-words rounded-xl bg-paper-2/70 p-3 text-[0.95rem]">
          <span className="mb-1 block font-semibold text-mute text-xs uppercase tracking-wide">
            From the customer
          </span>
          {order.notes}
        </blockquote>
      )}
      <form {...form}>
        <TextareaField label="Staff notes" hint="Only staff see these." rows={3} {...field('staff_notes')} />
        {dirty && (
          <div className="mt-2 flex gap-2">
            <Button type="submit" size="sm" className="max-md:min-h-11" busy={busy}>
              Save notes
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="max-md:min-h-11"
              onClick={() => startFrom({ staff_notes: order.staff_notes })}
            >
              Discard
            </Button>
          </div>
        )}
      </form>
      <UnsavedWarning when={dirty && !busy} />
    </Panel>
  )
}
