import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import type { PageRoute } from '~/shared/lib/page'
import { MAILED_LINK_MINUTES } from '~/shared/lib/rules.gen'
import { ButtonLink } from '~/shared/ui/Button'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { LinkCheck } from '~/storefront/account/LinkCheck'
import { ResetPasswordForm } from '~/storefront/account/ResetPasswordForm'

const title = 'Reset Password'

export const route: PageRoute = {
  path: '/reset-password',
  render: 'client',
  meta: () => ({ title }),
}

export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/password-resets', { params: { query: { token } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

  return (
    <AccountFrame title={title}>
      <LinkCheck
        link={link}
        dead={
          <>
            <p className="text-mute">
              A link works once and for {MAILED_LINK_MINUTES} minutes. Ask for a new one, it takes a moment.
            </p>
            <ButtonLink to="/forgot-password" variant="hot">
              Send a new link
            </ButtonLink>
          </>
        }
      >
        <ResetPasswordForm token={token} email={link.data?.email} />
      </LinkCheck>
    </AccountFrame>
  )
}
