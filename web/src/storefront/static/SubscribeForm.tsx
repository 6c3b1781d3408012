import { useEffect, useRef } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { Button } from '~/shared/ui/button'
import { Field, Input } from '~/shared/ui/field'
import { Trap } from './Trap'
import { useLetterForm } from './use-letter-form'

const send = ({ email = '', website = '' }: Record<string, string>) =>
  unwrap(api.POST('/api/subscriptions', { body: { email, website } }))

export function SubscribeForm() {
  const form = useLetterForm(send)
  const { name, error, onChange } = form.field('email')
  if (form.sent) return <Sent onAgain={form.again} />
  return (
    <form onSubmit={form.submit} noValidate className="relative">
      <Field label="Email" error={error}>
        {(wiring) => (
          <Input
            {...wiring}
            name={name}
            onChange={onChange}
            type="email"
            autoComplete="email"
            placeholder="you@example.com"
            maxLength={254}
            required
            className="min-h-13"
          />
        )}
      </Field>
      <Trap />
      {form.failure && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {form.failure}
        </p>
      )}
      <Button type="submit" variant="hot" size="lg" busy={form.sending} className="mt-4 w-full">
        Join The Inner Circle
      </Button>
      <p className="mt-4 text-mute text-sm">
        We send one mail to make sure that it is you. No sharing, and every mail has a way out.
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
