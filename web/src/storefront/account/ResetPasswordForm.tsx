import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/AuthProvider'
import { ResetPasswordInput } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { PasswordField, PasswordOwner } from '~/shared/form/PasswordField'
import { requireComplete } from '~/shared/form/require-complete'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { toast } from '~/shared/ui/toast-store'

const limits = { password: ResetPasswordInput.password, confirm: ResetPasswordInput.password }

/** `token` and `email` are those of the link in the mail. */
export function ResetPasswordForm({ token, email }: { token: string; email: string | undefined }) {
  const { user, leave } = useAuth()
  const { form, field, busy, message } = useForm({
    limits,
    submit: async (values) => {
      requireComplete(limits, values)
      const { password = '' } = values
      await leave(async () => {
        await unwrap(api.PUT('/api/password-resets', { body: { token, password } }))
        // Somebody else than the owner of the link may be signed in here.
        if (user) await api.DELETE('/api/session').catch(() => undefined)
      }, '/account')
      toast({ title: 'Your password has been changed.', description: 'Log in with the new one.' })
    },
    fallback: 'The password could not be changed. Please try again.',
  })

  return (
    <form {...form} className="grid gap-5" aria-label="Reset Password">
      <FormMessage>{message}</FormMessage>
      <PasswordOwner email={email} />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        strength={ResetPasswordInput.password.minLength}
        {...field('password')}
      />
      <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('confirm')} />
      <p className="text-mute text-sm">All your devices are signed out when the password changes.</p>
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Set New Password
      </Button>
    </form>
  )
}
