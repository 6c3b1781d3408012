import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { useForm, type Values } from './form'
import { ALL_FIELDS, refuse } from './LoginForm'
import { FormMessage, PasswordField } from './parts'

export function RegisterForm({ typed }: { typed: Values }) {
  const { register } = useAuth()
  const { form, busy, message, errors } = useForm(
    async (values) => {
      const { username = '', email = '', password = '', confirm = '' } = values
      if (!username.trim() || !email.trim() || !password || !confirm) refuse(ALL_FIELDS)
      if (password !== confirm) refuse('Passwords do not match', { confirm: 'Passwords do not match' })
      if ([...username.trim()].length < 3) {
        const short = 'Username must be at least 3 characters'
        refuse(short, { username: short })
      }
      await register({ username: username.trim(), email: email.trim(), password })
    },
    'An error occurred during registration',
    (now) => Object.assign(typed, now),
  )

  return (
    <form {...form} className="grid gap-5" aria-label="Register">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        autoCapitalize="none"
        maxLength={40}
        defaultValue={typed.username}
        error={errors.username}
        required
      />
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
        autoComplete="new-password"
        defaultValue={typed.password}
        error={errors.password}
        strength
        required
      />
      <PasswordField
        label="Confirm Password"
        name="confirm"
        autoComplete="new-password"
        defaultValue={typed.confirm}
        error={errors.confirm}
        required
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
