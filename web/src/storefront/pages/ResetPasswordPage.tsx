import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { usePageTitle } from '~/shared/lib/page-title'
import { Button, ButtonLink } from '~/shared/ui/button'
import { Spinner } from '~/shared/ui/spinner'
import { toast } from '~/shared/ui/toast-store'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { useForm } from '~/storefront/account/form'
import { ALL_FIELDS, refuse } from '~/storefront/account/LoginForm'
import { FormMessage, PasswordField } from '~/storefront/account/parts'

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
      {link.isPending ? (
        <p className="grid place-items-center py-8">
          <Spinner className="size-8" label="Checking the link" />
        </p>
      ) : link.data?.open ? (
        <NewPassword token={token} />
      ) : (
        <div className="grid gap-4 text-center">
          <p className="font-display text-xl">This link does not work any more</p>
          <p className="text-mute">
            A link works once and for 60 minutes. Ask for a new one, it takes a moment.
          </p>
          <ButtonLink to="/forgot-password" variant="hot">
            Send a new link
          </ButtonLink>
        </div>
      )}
    </AccountFrame>
  )
}

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const { form, busy, message, errors } = useForm(async ({ password = '', confirm = '' }) => {
    if (!password || !confirm) refuse(ALL_FIELDS)
    if (password !== confirm) refuse('Passwords do not match', { confirm: 'Passwords do not match' })
    await unwrap(api.PUT('/api/password-resets', { body: { token, password } }))
    toast({ title: 'Your password has been changed.', description: 'Log in with the new one.' })
    await navigate('/account', { replace: true })
  }, 'The password could not be changed. Please try again.')

  return (
    <form {...form} className="grid gap-5" aria-label="Reset Password">
      <FormMessage>{message}</FormMessage>
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
