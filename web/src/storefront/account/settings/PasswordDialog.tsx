import type { ReactNode } from 'react'
import { useAuth } from '~/shared/auth/AuthProvider'
import { PasswordInput } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import type { FieldOf, Limits } from '~/shared/form/limits'
import { PasswordField, PasswordOwner } from '~/shared/form/PasswordField'
import { useForm, type Values } from '~/shared/form/use-form'

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

/** Asks for the password before something that nobody but the owner of the account may do, even in their browser. */
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
    <FormDialog
      title={title}
      description={description}
      form={{ ...form, 'aria-label': title }}
      busy={busy}
      message={generalMessage}
      submit={action}
      danger={danger}
      onClose={close}
    >
      {children?.(field)}
      <PasswordOwner email={user?.email} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password' as FieldOf<L>)} />
    </FormDialog>
  )
}
