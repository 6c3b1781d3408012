import type { ReactNode } from 'react'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogActions, DialogClose } from '~/shared/ui/dialog'
import { useForm, type Values } from '../form'
import { FormMessage, PasswordField, WhosePassword } from '../parts'

type PasswordDialogProps = {
  title: string
  description?: ReactNode
  action: string
  danger?: boolean
  close: () => void
  submit: (values: Values) => Promise<void>
  keep?: (typed: Values) => void
  children?: (errors: Record<string, string>) => ReactNode
}

/** Asks for the password before something that a borrowed browser must not do. */
export function PasswordDialog({
  title,
  description,
  action,
  danger,
  close,
  submit,
  keep,
  children,
}: PasswordDialogProps) {
  const { user } = useAuth()
  const { form, busy, message, errors } = useForm(submit, 'Something went wrong. Please try again.', keep)
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} description={description}>
      <form {...form} className="mt-5 grid gap-4" aria-label={title}>
        <FormMessage>{Object.keys(errors).length === 0 && message}</FormMessage>
        {children?.(errors)}
        <WhosePassword email={user?.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
          required
        />
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
