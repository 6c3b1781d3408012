import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { useForm } from './form'
import { ALL_FIELDS, refuse } from './LoginForm'
import { FormMessage, PasswordField } from './parts'

export function RegisterForm() {
  const { register } = useAuth()
  const { form, busy, message, errors } = useForm(async (values) => {
    const { username = '', email = '', password = '', confirm = '' } = values
    if (!username.trim() || !email.trim() || !password || !confirm) refuse(ALL_FIELDS)
    if (password !== confirm) refuse('Passwords do not match', { confirm: 'Passwords do not match' })
    if ([...username.trim()].length < 3) {
      const short = 'Username must be at least 3 characters'
      refuse(short, { username: short })
    }
    await register({ username: username.trim(), email: email.trim(), password })
  }, 'An error occurred during registration')

  return (
    <form {...form} className="grid gap-5" aria-label="Register">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        autoCapitalize="none"
        error={errors.username}
        required
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={errors.password}
        strength
        required
      />
      <PasswordField
        label="Confirm Password"
        name="confirm"
        autoComplete="new-password"
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
