import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/auth'
import { usePageTitle } from '~/shared/lib/page-title'
import { Button, ButtonLink } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast-store'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { useForm } from '~/storefront/account/form'
import { LinkCheck } from '~/storefront/account/LinkCheck'
import { ALL_FIELDS, refuse } from '~/storefront/account/LoginForm'
import { FormMessage, PasswordField, WhosePassword } from '~/storefront/account/parts'

export default function ResetPasswordPage() {
  usePageTitle('Reset Password')
  const token = useSearchParams()[0].get('token') ?? ''
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/password-resets', { params: { query: { token } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

  return (
    <AccountFrame title="Reset Password">
      <LinkCheck
        link={link}
        dead={
          <>
            <p className="text-mute">
              A link works once and for 60 minutes. Ask for a new one, it takes a moment.
            </p>
            <ButtonLink to="/forgot-password" variant="hot">
              Send a new link
            </ButtonLink>
          </>
        }
      >
        <NewPassword token={token} email={link.data?.email} />
      </LinkCheck>
    </AccountFrame>
  )
}

function NewPassword({ token, email }: { token: string; email: string | undefined }) {
  const { user, leave } = useAuth()
  const { form, busy, message, errors } = useForm(async ({ password = '', confirm = '' }) => {
    if (!password || !confirm) refuse(ALL_FIELDS)
    if (password !== confirm) refuse('Passwords do not match', { confirm: 'Passwords do not match' })
    await leave(async () => {
      await unwrap(api.PUT('/api/password-resets', { body: { token, password } }))
      // Whoever is signed in here may be another person than the one of the letter.
      if (user) await api.DELETE('/api/session').catch(() => undefined)
    }, '/account')
    toast({ title: 'Your password has been changed.', description: 'Log in with the new one.' })
  }, 'The password could not be changed. Please try again.')

  return (
    <form {...form} className="grid gap-5" aria-label="Reset Password">
      <FormMessage>{message}</FormMessage>
      <WhosePassword email={email} />
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        error={errors.password}
        strength
        required
      />
      <PasswordField
        label="Confirm New Password"
        name="confirm"
        autoComplete="new-password"
        error={errors.confirm}
        required
      />
      <p className="text-mute text-sm">All your devices are signed out when the password changes.</p>
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Set New Password
      </Button>
    </form>
  )
}
