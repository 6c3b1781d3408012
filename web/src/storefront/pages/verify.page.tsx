import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { FormMessage } from '~/shared/form/FormMessage'
import type { PageRoute } from '~/shared/lib/page'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { AccountFrame } from '~/storefront/account/AccountFrame'

const title = 'Confirm Your Email'

export const route: PageRoute = {
  path: '/verify',
  render: 'client',
  meta: () => ({ title }),
}

/** Confirms a new email. It waits for a click: mail programs open links on their own to look at them. */
export default function VerifyPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => unwrap(api.POST('/api/email-changes', { body: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.session }),
  })

  return (
    <AccountFrame title={title}>
      {confirm.data ? (
        <div role="status" className="grid justify-items-center gap-3 text-center">
          <CircleCheck className="size-12 text-success" aria-hidden="true" />
          <p className="font-display text-xl">Your email has been changed</p>
          <p className="text-mute">
            Your account now uses <strong className="text-ink">{confirm.data.email}</strong>.
          </p>
          <ButtonLink to="/account/dashboard?tab=settings" variant="hot" className="mt-2">
            Go to your account
          </ButtonLink>
        </div>
      ) : (
        <div className="grid gap-5">
          <FormMessage>
            {confirm.isError &&
              errorMessage(confirm.error, 'The email could not be confirmed. Please try again.')}
          </FormMessage>
          <p className="text-center text-mute">Use this address for your account from now on?</p>
          <Button variant="hot" size="lg" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm Email
          </Button>
        </div>
      )}
    </AccountFrame>
  )
}
