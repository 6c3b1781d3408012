import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/auth'
import { usePageTitle } from '~/shared/lib/page-title'
import { useBrand } from '~/shared/lib/settings'
import { Button, ButtonLink } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { useForm } from '~/storefront/account/form'
import { LinkCheck } from '~/storefront/account/LinkCheck'
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
      <LinkCheck
        link={link}
        dead={
          <>
            <p className="text-mute">
              The shop prints a new one when it starts and has no admin; <code>snackdrop admin create</code>{' '}
              makes one too.
            </p>
            <ButtonLink to="/account" variant="outline">
              Go to Login
            </ButtonLink>
          </>
        }
      >
        <SetupForm token={token} />
      </LinkCheck>
    </AccountFrame>
  )
}

function SetupForm({ token }: { token: string }) {
  const { finish } = useAuth()
  const navigate = useNavigate()
  const brand = useBrand()
  const fallback = 'The admin could not be created. Please try again.'
  const { form, busy, message, errors } = useForm(async (values) => {
    const { email = '', password = '', confirm = '' } = values
    if (!email.trim() || !password || !confirm) refuse(ALL_FIELDS)
    if (password !== confirm) refuse('Passwords do not match', { confirm: 'Passwords do not match' })
    const body = { token, email: email.trim(), password }
    await finish(() => unwrap(api.POST('/api/setup', { body })), { title: `Welcome to ${brand}!`, fallback })
    await navigate('/admin', { replace: true })
  }, fallback)

  return (
    <form {...form} className="grid gap-5" aria-label="Set up">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
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
