import type { ReactNode } from 'react'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogActions } from '~/shared/ui/dialog'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The word on the button that does it. */
  confirm: string
  cancel?: string
  danger?: boolean
  /** While the server works: a spinner, no second click, no closing. */
  pending?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Asks once before something that matters. The caller closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirm, cancel = 'Cancel', children } = props
  const { danger = false, pending = false, onConfirm } = props
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title={title}
      description={description}
    >
      {children}
      <DialogActions>
        <Button variant="outline" disabled={pending} onClick={() => onOpenChange(false)}>
          {cancel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={pending} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
