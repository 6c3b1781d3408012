import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/auth'
import { usePageTitle } from '~/shared/lib/page-title'
import { Button, ButtonLink } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { Spinner } from '~/shared/ui/spinner'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { useForm } from '~/storefront/account/form'
import { ALL_FIELDS, refuse } from '~/storefront/account/LoginForm'
import { FormMessage, PasswordField } from '~/storefront/account/parts'

/** The one-time link of a first start: whoever opens it becomes the shop's first admin. */
export default function SetupPage() {
  usePageTitle('Set Up Your Shop')
  const token = useSearchParams()[0].get('token') ?? ''
  const link = useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => unwrap(api.GET('/api/setup', { params: { query: { token } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

  return (
    <AccountFrame title="Set Up Your Shop" text="Create the admin account. This link works once.">
      {link.isPending ? (
        <p className="grid place-items-center py-8">
          <Spinner className="size-8" label="Checking the link" />
        </p>
      ) : link.data?.open ? (
        <SetupForm token={token} />
      ) : (
        <div className="grid gap-4 text-center">
          <p className="font-display text-xl">This link does not work any more</p>
          <p className="text-mute">
            The shop prints a new one when it starts and has no admin; <code>snackdrop admin create</code>{' '}
            makes one too.
          </p>
          <ButtonLink to="/account" variant="outline">
            Go to Login
          </ButtonLink>
        </div>
      )}
    </AccountFrame>
  )
}

function SetupForm({ token }: { token: string }) {
  const { finish } = useAuth()
  const navigate = useNavigate()
  const { form, busy, message, errors } = useForm(async (values) => {
    const { email = '', password = '', confirm = '' } = values
    if (!email.trim() || !password || !confirm) refuse(ALL_FIELDS)
    if (password !== confirm) refuse('Passwords do not match', { confirm: 'Passwords do not match' })
    await finish(() => unwrap(api.POST('/api/setup', { body: { token, email: email.trim(), password } })))
    await navigate('/admin', { replace: true })
  }, 'The admin could not be created. Please try again.')

  return (
    <form {...form} className="grid gap-5" aria-label="Set up">
      <FormMessage>{message}</FormMessage>
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
      <p className="text-mute text-sm">At least 12 characters: this account can change everything.</p>
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Create Admin
      </Button>
    </form>
  )
}
