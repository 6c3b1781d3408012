import { useEffect, useRef } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { SubscribeBody } from '~/shared/form/constraints.gen'
import { useForm } from '~/shared/form/use-form'
import { useTexts } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { Field, Input } from '~/shared/ui/Field'
import { Honeypot } from './Honeypot'

export function SubscribeForm() {
  const title = useTexts()('subscription_title')
  const { form, field, busy, generalMessage, isSuccess, reset } = useForm({
    limits: SubscribeBody,
    submit: ({ email = '', website = '' }) =>
      unwrap(api.POST('/api/subscriptions', { body: { email, website } })),
    fallback: 'The shop did not answer. What you typed is still here: please try again.',
  })
  const { error, ...email } = field('email')
  if (isSuccess) return <Sent onAgain={reset} />
  return (
    <form {...form} className="relative">
      <Field label="Email" error={error}>
        {(wiring) => (
          <Input
            {...wiring}
            {...email}
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            className="min-h-13"
          />
        )}
      </Field>
      <Honeypot />
      {generalMessage && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {generalMessage}
        </p>
      )}
      <Button type="submit" variant="hot" size="lg" busy={busy} className="mt-4 w-full">
        {title}
      </Button>
      <noscript>
        <p className="mt-3 font-semibold text-danger">Joining needs JavaScript.</p>
      </noscript>
      <p className="mt-4 text-mute text-sm">
        We send one mail to make sure that it is you. Every mail has a way out.
      </p>
    </form>
  )
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Check your inbox
      </h2>
      <p className="mt-3 text-lg text-mute">
        If this address is not on the list yet, a mail is on its way. Press the button in it and you are in.
      </p>
      <Button variant="outline" className="mt-6" onClick={onAgain}>
        Use another address
      </Button>
    </div>
  )
}
