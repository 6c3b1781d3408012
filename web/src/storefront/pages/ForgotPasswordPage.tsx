import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { usePageTitle } from '~/shared/lib/page-title'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { useForm } from '~/storefront/account/form'
import { ALL_FIELDS, refuse } from '~/storefront/account/LoginForm'
import { FormMessage } from '~/storefront/account/parts'

export default function ForgotPasswordPage() {
  usePageTitle('Forgot Password')
  const [sent, setSent] = useState(false)
  // Where the shopper came from, for the login to lead back there.
  const { state } = useLocation()
  const { form, busy, message, errors } = useForm(async ({ email = '' }) => {
    if (!email.trim()) refuse(ALL_FIELDS)
    await unwrap(api.POST('/api/password-resets', { body: { email: email.trim() } }))
    setSent(true)
  }, 'The link could not be sent. Please try again.')

  return (
    <AccountFrame
      title="Forgot Password"
      text="We send you a link that sets a new one. It works once, for 60 minutes."
    >
      {sent ? (
        <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
          <MailCheck className="size-12 text-primary-deep" aria-hidden="true" />
          <p className="font-display text-xl">Check your inbox</p>
          <p className="text-mute">
            If there is an account with this email, a link is on its way. It may take a minute; look into the
            spam folder too.
          </p>
        </div>
      ) : (
        <form {...form} className="grid gap-5" aria-label="Forgot Password">
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
          <Button type="submit" variant="hot" size="lg" busy={busy}>
            Send Reset Link
          </Button>
        </form>
      )}
      <Link
        to="/account"
        state={state}
        className="mt-5 block py-2 text-center font-semibold text-primary-deep underline"
      >
        Back to Login
      </Link>
    </AccountFrame>
  )
}
