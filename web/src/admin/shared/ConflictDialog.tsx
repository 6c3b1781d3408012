import type { ReactNode } from 'react'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { plural } from './format'

/** A field whose value differs on both sides. */
export type Difference = { name: string; theirs: ReactNode; mine: ReactNode }

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
  const { what, differences, pending, onClose, onTakeTheirs, onKeepMine } = props
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title="Changed in the meantime"
      description={`Somebody else saved this ${what} while you were editing it. Keep mine saves what you changed (${plural(differences.length, 'field')}) over theirs and leaves the rest of their changes.`}
      className="max-w-2xl!"
    >
      {differences.length > 0 && (
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
              {differences.map(({ name, theirs, mine }) => (
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
