import { Link, useLocation } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { SignInBody } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { PasswordField } from '~/shared/form/PasswordField'
import { requireComplete } from '~/shared/form/require-complete'
import { useForm, type Values } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'

/** `typed` keeps what was typed while the other tab is open. */
export function LoginForm({ typed }: { typed: Values }) {
  const { login } = useAuth()
  const { state } = useLocation()
  const { form, field, busy, message } = useForm({
    limits: SignInBody,
    submit: async (values) => {
      const { email = '', password = '' } = values
      requireComplete(SignInBody, { email: email.trim(), password })
      await login(email.trim(), password)
    },
    fallback: 'An error occurred during login',
    onDraft: (now) => Object.assign(typed, now),
  })

  return (
    <form {...form} className="grid gap-5" aria-label="Login">
      <FormMessage>{message}</FormMessage>
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
        autoComplete="current-password"
        defaultValue={typed.password}
        {...field('password')}
      />
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Login
      </Button>
      <Link
        to="/forgot-password"
        state={state}
        className="justify-self-center py-2 font-semibold text-primary-deep underline"
      >
        Forgot your password?
      </Link>
    </form>
  )
}
