import type { ReactNode } from 'react'
import { differences } from '~/shared/form/use-edit-form'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { plural } from './format'

/** A field whose value differs on both sides. */
export type Difference = { name: string; theirs: ReactNode; mine: ReactNode }

/** The fields of two versions that differ, in words; `more` differs beside the form's values. */
export function differencesOf<Values extends object>(
  names: Record<keyof Values, string>,
  { mine, theirs }: { mine: Values; theirs: Values },
  show: (form: Values, key: keyof Values) => ReactNode,
  more?: Difference,
): Difference[] {
  const shown = (form: Values, key: keyof Values) => {
    const value = form[key]
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    return show(form, key) || '(empty)'
  }
  const fields = differences(mine, theirs).map((key) => ({
    name: names[key],
    theirs: shown(theirs, key),
    mine: shown(mine, key),
  }))
  return more ? [...fields, more] : fields
}

type ConflictDialogProps = {
  /** What both saved: 'product'. */
  what: string
  differences: Difference[]
  pending: boolean
  onClose: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else saved the same thing meanwhile: both versions side by side, and the choice. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { what, differences: rows, pending, onClose, onTakeTheirs, onKeepMine } = props
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title="Changed in the meantime"
      description={`Somebody else saved this ${what} while you were editing it. Keep mine saves what you changed (${plural(rows.length, 'field')}) over theirs and leaves the rest of their changes.`}
      className="max-w-2xl!"
    >
      {rows.length > 0 && (
        <div className="mt-4 max-h-72 overflow-auto rounded-xl border border-line bg-white">
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="bg-paper">
                {['Field', 'Theirs', 'Mine'].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-bold text-mute">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, theirs, mine }) => (
                <tr key={name} className="border-line border-t align-top">
                  <th scope="row" className="px-3 py-2 font-semibold">
                    {name}
                  </th>
                  <td className="wrap-anywhere px-3 py-2">{theirs}</td>
                  <td className="wrap-anywhere px-3 py-2">{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <DialogActions>
        <Button variant="outline" disabled={pending} onClick={onTakeTheirs}>
          Show theirs
        </Button>
        <Button busy={pending} onClick={onKeepMine}>
          Keep mine
        </Button>
      </DialogActions>
    </Dialog>
  )
}
