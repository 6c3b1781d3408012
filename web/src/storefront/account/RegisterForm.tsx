import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { SignUpBody } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { brokenRule } from '~/shared/form/limits'
import { PasswordField } from '~/shared/form/PasswordField'
import { refuseWithNotice, requireComplete } from '~/shared/form/require-complete'
import { useForm, type Values } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'

const limits = { ...SignUpBody, confirm: SignUpBody.password }
const SHORT_NAME = `Username must be at least ${SignUpBody.username.minLength} characters`

/** `typed` keeps what was typed while the other tab is open. */
export function RegisterForm({ typed }: { typed: Values }) {
  const { register } = useAuth()
  const { form, field, busy, message } = useForm({
    limits,
    submit: async (values) => {
      const { password = '', confirm = '' } = values
      const [username = '', email = ''] = [values.username?.trim(), values.email?.trim()]
      requireComplete(limits, { username, email, password, confirm })
      if (brokenRule(limits.username, username) === 'minLength') refuseWithNotice(SHORT_NAME, 'username')
      await register({ username, email, password })
    },
    fallback: 'An error occurred during registration',
    onDraft: (now) => Object.assign(typed, now),
  })

  return (
    <form {...form} className="grid gap-5" aria-label="Register">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        defaultValue={typed.username}
        {...field('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={typed.email}
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        defaultValue={typed.password}
        strength={SignUpBody.password.minLength}
        {...field('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        defaultValue={typed.confirm}
        {...field('confirm')}
      />
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Register
      </Button>
      <p className="text-center text-mute text-sm">
        By registering you accept our{' '}
        <Link to="/terms" className="underline">
          terms
        </Link>{' '}
        and{' '}
        <Link to="/privacy" className="underline">
          privacy policy
        </Link>
        .
      </p>
    </form>
  )
}
