import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import type { PageRoute } from '~/shared/lib/page'
import { ButtonLink } from '~/shared/ui/Button'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { LinkCheck } from '~/storefront/account/LinkCheck'
import { SetupForm } from '~/storefront/account/SetupForm'

const title = 'Set Up Your Shop'

export const route: PageRoute = {
  path: '/setup',
  render: 'client',
  meta: () => ({ title }),
}

/** The one-time link of a first start: whoever opens it becomes the shop's first admin. */
export default function SetupPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const link = useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => unwrap(api.GET('/api/setup', { params: { query: { token } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

  return (
    <AccountFrame title={title} text="Create the admin account. This link works once.">
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
