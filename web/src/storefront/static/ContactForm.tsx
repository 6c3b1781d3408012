import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { ContactBody } from '~/shared/form/constraints.gen'
import { useForm } from '~/shared/form/use-form'
import { useTexts } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { TextareaField, TextField } from '~/shared/ui/Field'
import { contactDefaults } from './contact-defaults.gen'
import { Honeypot } from './Honeypot'

export function ContactForm() {
  const { form, field, busy, generalMessage, isSuccess, reset } = useForm({
    limits: ContactBody,
    submit: ({ name = '', email = '', subject = '', message = '', website = '' }) =>
      unwrap(api.POST('/api/contact', { body: { name, email, subject, message, website } })),
    fallback: 'The shop did not answer. What you typed is still here: please try again.',
  })
  if (isSuccess) return <Sent onAgain={reset} />
  return (
    <form {...form} className="relative grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      </div>
      <TextField label="Subject" {...field('subject')} />
      <TextareaField
        label="Message"
        rows={7}
        hint="An order number, if there is one, makes the answer faster."
        {...field('message')}
      />
      <Honeypot />
      {generalMessage && (
        <p role="alert" className="font-semibold text-danger">
          {generalMessage}
        </p>
      )}
      <Button type="submit" variant="hot" size="lg" busy={busy} className="justify-self-start">
        <Send className="size-4.5" aria-hidden="true" />
        Send Message
      </Button>
      <noscript>
        <p className="font-semibold text-danger">
          This form needs JavaScript. Write or call us instead: you find us beside it.
        </p>
      </noscript>
    </form>
  )
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const text = useTexts(contactDefaults)('contact_sent_text')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="py-6">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Message sent
      </h2>
      {text && <p className="mt-3 text-lg text-mute">{text}</p>}
      <Button variant="outline" className="mt-6" onClick={onAgain}>
        Write another
      </Button>
    </div>
  )
}
