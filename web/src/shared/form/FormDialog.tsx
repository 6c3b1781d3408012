import type { ComponentProps, ReactNode } from 'react'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { FormMessage } from './FormMessage'

type FormDialogProps = {
  title: string
  description?: ReactNode
  /** For the form element, as useForm and useEditForm return it. */
  form: ComponentProps<'form'>
  /** While the request runs: a spinner, no second click, no closing. */
  busy: boolean
  /** What the form as a whole says. */
  message?: ReactNode
  /** The label of the button that sends the form. */
  submit: string
  cancel?: string
  danger?: boolean
  onClose: () => void
  open?: boolean
  /** Stands in place of the form, such as a secret that is shown once. */
  done?: ReactNode
  className?: string
  children: ReactNode
}

/** A dialog that asks for the values of a form. The caller closes it when the work is done. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, form, busy, message, submit, cancel = 'Cancel', danger, onClose } = props
  const { open = true, done, className, children } = props
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={title}
      description={description}
      className={className}
    >
      {done || (
        <form {...form} className="mt-5">
          <div className="grid gap-4">{children}</div>
          <div className="has-[p]:mt-4">
            <FormMessage>{message}</FormMessage>
          </div>
          <DialogActions>
            <Button variant="outline" disabled={busy} onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
              {submit}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
