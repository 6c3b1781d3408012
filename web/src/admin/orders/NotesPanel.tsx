import { useState } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { UnsavedWarning } from '~/admin/shared/unsaved'
import { Button } from '~/shared/ui/button'
import { TextareaField } from '~/shared/ui/field'
import { useSaveNotes } from './actions'
import type { Order } from './queries'

export function NotesPanel({ order }: { order: Order }) {
  const save = useSaveNotes(order.number)
  // What the form was filled from: a colleague's newer notes are then not overwritten silently.
  const [was, setWas] = useState(order.staff_notes)
  const [text, setText] = useState(order.staff_notes)
  const dirty = text.trim() !== was
  if (!dirty && order.staff_notes !== was) {
    setWas(order.staff_notes)
    setText(order.staff_notes)
  }
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            { staff_notes: text.trim(), was },
            {
              onSuccess: (saved) => {
                setWas(saved.staff_notes)
                setText(saved.staff_notes)
              },
            },
          )
        }}
      >
        <TextareaField
          label="Staff notes"
          hint="Only staff see these."
          rows={3}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {dirty && (
          <div className="mt-2 flex gap-2">
            <Button type="submit" size="sm" className="max-md:min-h-11" busy={save.isPending}>
              Save notes
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="max-md:min-h-11"
              onClick={() => {
                setWas(order.staff_notes)
                setText(order.staff_notes)
              }}
            >
              Discard
            </Button>
          </div>
        )}
      </form>
      <UnsavedWarning when={dirty && !save.isPending} />
    </Panel>
  )
}
