import type { ReactNode } from 'react'
import { useAuth } from '~/shared/auth/AuthProvider'
import { PasswordInput } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import type { FieldOf, Limits } from '~/shared/form/limits'
import { PasswordField, PasswordOwner } from '~/shared/form/PasswordField'
import { useForm, type Values } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions, DialogClose } from '~/shared/ui/Dialog'

type PasswordLimits = Limits & typeof PasswordInput

type PasswordDialogProps<L extends PasswordLimits> = {
  title: string
  description?: ReactNode
  action: string
  danger?: boolean
  close: () => void
  /** Those of the request body, when the dialog asks for more than the password. */
  limits?: L
  submit: (values: Values<FieldOf<L>>) => Promise<void>
  onDraft?: (typed: Values) => void
  /** More fields, above the password. */
  children?: (field: ReturnType<typeof useForm<L, void>>['field']) => ReactNode
}

/** Asks for the password before something that must not happen in a borrowed browser. */
export function PasswordDialog<L extends PasswordLimits = typeof PasswordInput>({
  title,
  description,
  action,
  danger,
  close,
  limits = PasswordInput as L,
  submit,
  onDraft,
  children,
}: PasswordDialogProps<L>) {
  const { user } = useAuth()
  const { form, field, busy, generalMessage } = useForm<L, void>({
    limits,
    submit,
    fallback: 'Something went wrong. Please try again.',
    onDraft,
  })
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} description={description}>
      <form {...form} className="mt-5 grid gap-4" aria-label={title}>
        <FormMessage>{generalMessage}</FormMessage>
        {children?.(field)}
        <PasswordOwner email={user?.email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...field('password' as FieldOf<L>)}
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
