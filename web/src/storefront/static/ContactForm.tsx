import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { Button } from '~/shared/ui/button'
import { TextareaField, TextField } from '~/shared/ui/field'
import { Trap } from './Trap'
import { useLetterForm } from './use-letter-form'

const send = ({ name = '', email = '', subject = '', message = '', website = '' }: Record<string, string>) =>
  unwrap(api.POST('/api/contact', { body: { name, email, subject, message, website } }))

export function ContactForm() {
  const form = useLetterForm(send)
  if (form.sent) return <Sent onAgain={form.again} />
  return (
    <form onSubmit={form.submit} noValidate className="relative grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" maxLength={100} required {...form.field('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          {...form.field('email')}
        />
      </div>
      <TextField label="Subject" maxLength={150} required {...form.field('subject')} />
      <TextareaField
        label="Message"
        rows={7}
        maxLength={5000}
        required
        hint="An order number, if there is one, makes the answer faster."
        {...form.field('message')}
      />
      <Trap />
      {form.failure && (
        <p role="alert" className="font-semibold text-danger">
          {form.failure}
        </p>
      )}
      <Button type="submit" variant="hot" size="lg" busy={form.sending} className="justify-self-start">
        <Send className="size-4.5" aria-hidden="true" />
        Send Message
      </Button>
    </form>
  )
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="py-6">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Message sent
      </h2>
      <p className="mt-3 text-lg text-mute">
        Thank you. A person reads it and answers, usually within a day.
      </p>
      <Button variant="outline" className="mt-6" onClick={onAgain}>
        Write another
      </Button>
    </div>
  )
}
