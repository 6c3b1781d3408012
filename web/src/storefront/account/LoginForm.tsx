import { Link, useLocation } from 'react-router'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { toast } from '~/shared/ui/toast-store'
import { Refusal, useForm, type Values } from './form'
import { FormMessage, PasswordField } from './parts'

export const ALL_FIELDS = 'Please fill in all fields'

/** A check of the form itself is said twice, as the server's are: here and as a notice. */
export function refuse(message: string, fields?: Record<string, string>): never {
  toast({ variant: 'destructive', title: 'Error', description: message })
  throw new Refusal(message, fields)
}

export function LoginForm({ typed }: { typed: Values }) {
  const { login } = useAuth()
  const { state } = useLocation()
  const { form, busy, message, errors } = useForm(
    async ({ email = '', password = '' }) => {
      if (!email.trim() || !password) refuse(ALL_FIELDS)
      await login(email.trim(), password)
    },
    'An error occurred during login',
    (now) => Object.assign(typed, now),
  )

  return (
    <form {...form} className="grid gap-5" aria-label="Login">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
        defaultValue={typed.email}
        error={errors.email}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        defaultValue={typed.password}
        error={errors.password}
        required
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
