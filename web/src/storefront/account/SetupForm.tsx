import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/AuthProvider'
import { SetUpBody } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { PasswordField } from '~/shared/form/PasswordField'
import { requireComplete } from '~/shared/form/require-complete'
import { useForm } from '~/shared/form/use-form'
import { useBrand } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'

const limits = { email: SetUpBody.email, password: SetUpBody.password, confirm: SetUpBody.password }

/** Creates the shop's first admin; `token` is that of the one-time link. */
export function SetupForm({ token }: { token: string }) {
  const { finish } = useAuth()
  const navigate = useNavigate()
  const brand = useBrand()
  const fallback = 'The admin could not be created. Please try again.'
  const { form, field, busy, message } = useForm({
    limits,
    submit: async (values) => {
      const { password = '', confirm = '' } = values
      const email = values.email?.trim() ?? ''
      requireComplete(limits, { email, password, confirm })
      const body = { token, email, password }
      const messages = { title: `Welcome to ${brand}!`, fallback }
      await finish(() => unwrap(api.POST('/api/setup', { body })), messages)
      await navigate('/admin', { replace: true })
    },
    fallback,
  })

  return (
    <form {...form} className="grid gap-5" aria-label="Set up">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        strength={SetUpBody.password.minLength}
        {...field('password')}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...field('confirm')} />
      <p className="text-mute text-sm">
        At least {SetUpBody.password.minLength} characters: this account can change everything.
      </p>
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Create Admin
      </Button>
    </form>
  )
}
