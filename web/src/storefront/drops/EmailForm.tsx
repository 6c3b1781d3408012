import type { ReactNode } from 'react'
import { useAuth } from '~/shared/auth/AuthProvider'
import type { Constraint } from '~/shared/form/limits'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'

type EmailFormProps<Result> = {
  /** The label of the button. */
  action: string
  /** The limits of the request body, from constraints.gen.ts. */
  limits: { email: Constraint }
  submit: (email: string) => Promise<Result>
  onSuccess: (result: Result) => void
  /** Below the field. */
  children?: ReactNode
}

/** A field for an email address with its button beside it. */
export function EmailForm<Result>({ action, limits, submit, onSuccess, children }: EmailFormProps<Result>) {
  const { user } = useAuth()
  const { form, field, busy, generalMessage } = useForm({
    limits: { email: { ...limits.email, required: true } },
    submit: ({ email = '' }) => submit(email),
    onSuccess,
    fallback: 'Please try again in a moment.',
  })
  return (
    <form {...form} className="drop-email">
      <div className="drop-ask">
        <TextField
          label="Email"
          hideLabel
          type="email"
          autoComplete="email"
          placeholder="Email"
          defaultValue={user?.email}
          className="min-w-0 flex-1"
          {...field('email')}
        />
        <Button type="submit" variant="hot" size="lg" busy={busy}>
          {action}
        </Button>
      </div>
      {children}
      {generalMessage && <p role="alert">{generalMessage}</p>}
    </form>
  )
}
