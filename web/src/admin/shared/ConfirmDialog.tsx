import type { ReactNode } from 'react'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The label of the confirming button. */
  confirm: string
  cancel?: string
  danger?: boolean
  /** While the request runs: a spinner, no second click, no closing. */
  pending?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Asks for confirmation; FormDialog asks for values. The caller closes it when the work is done. */
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
