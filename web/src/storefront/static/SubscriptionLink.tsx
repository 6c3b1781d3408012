import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { Button } from '~/shared/ui/Button'
import { Spinner } from '~/shared/ui/Spinner'
import { ShopButton } from '~/storefront/shared/ShopButton'
import { usePageTexts } from './page-texts'

type LinkProps = { token: string; onAgain: () => void }

/** Opening the link in the mail confirms the subscription. */
export function Confirm({ token, onAgain }: LinkProps) {
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => unwrap(api.POST('/api/subscriptions/confirm', { body: { token } })),
  })
  const { text } = usePageTexts('subscription')
  useEffect(() => mutate(), [mutate])
  if (error) return <Failed error={error} onAgain={onAgain} />
  if (!isSuccess) {
    return (
      <p role="status" className="flex items-center gap-3 text-lg">
        <Spinner /> One moment…
      </p>
    )
  }
  return (
    <Result title="You are in">
      <p>{text('subscription_welcome')}</p>
      <ShopButton className="mt-6" />
    </Result>
  )
}

/** Unsubscribing needs a click: mail programs open links by themselves. */
export function Leave({ token, onAgain }: LinkProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => unwrap(api.POST('/api/subscriptions/leave', { body: { token } })),
  })
  if (error) return <Failed error={error} onAgain={onAgain} />
  if (isSuccess) {
    return (
      <Result title="You have left the list">
        <p>No more mail about drops. The door stays open.</p>
        <Button variant="outline" className="mt-6" onClick={onAgain}>
          Join again
        </Button>
      </Result>
    )
  }
  return (
    <div>
      <h2 className="font-display text-2xl">Leave the list?</h2>
      <p className="mt-3 text-lg text-mute">You will not hear of drops by mail any more.</p>
      <Button variant="ink" size="lg" className="mt-6" busy={isPending} onClick={() => mutate()}>
        Unsubscribe
      </Button>
    </div>
  )
}

function Failed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  return (
    <Result title="That did not work">
      <p>{errorMessage(error, 'The shop did not answer. Please try again.')}</p>
      <Button variant="outline" className="mt-6" onClick={onAgain}>
        Sign up again
      </Button>
    </Result>
  )
}

function Result({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="text-lg text-mute">
      <h2 className="mb-3 font-display text-2xl text-ink">{title}</h2>
      {children}
    </div>
  )
}
