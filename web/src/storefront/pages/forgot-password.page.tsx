import { Link, useLocation } from 'react-router'
import type { PageRoute } from '~/shared/lib/page'
import { MAILED_LINK_MINUTES } from '~/shared/lib/rules.gen'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { ForgotPasswordForm } from '~/storefront/account/ForgotPasswordForm'

const title = 'Forgot Password'

export const route: PageRoute = {
  path: '/forgot-password',
  render: 'client',
  meta: () => ({ title }),
}

export default function ForgotPasswordPage() {
  // Where the shopper came from, for the login to lead back there.
  const { state } = useLocation()
  return (
    <AccountFrame
      title={title}
      text={`We send you a link that sets a new one. It works once, for ${MAILED_LINK_MINUTES} minutes.`}
    >
      <ForgotPasswordForm />
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
