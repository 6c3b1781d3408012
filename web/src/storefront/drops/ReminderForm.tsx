import { useAuth } from '~/shared/auth/AuthProvider'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { remindMe } from './queries'

const limits = { email: { required: true, minLength: 1, maxLength: 254 } } as const

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Asks for an email before the drop opens. It counts once the mailed link was opened. */
export function ReminderForm({ slug }: { slug: string }) {
  const { user } = useAuth()
  const { form, field, busy, generalMessage, isSuccess } = useForm({
    limits,
    submit: ({ email = '' }) => remindMe(slug, email),
    fallback: 'Please try again in a moment.',
  })
  if (isSuccess)
    return (
      <p tabIndex={-1} ref={takeFocus} className="drop-note">
        <b>Check your email.</b> Open the link we sent you, and we write to you half an hour before.
      </p>
    )
  return (
    <form {...form}>
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
          Remind me
        </Button>
      </div>
      {generalMessage && (
        <p role="alert" className="drop-alert">
          {generalMessage}
        </p>
      )}
    </form>
  )
}
