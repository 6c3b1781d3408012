import { MailCheck } from 'lucide-react'
import { MailOrderLinkBody } from '~/shared/form/constraints.gen'
import { checkFields } from '~/shared/form/limits'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { mailOrderLink } from './queries'

/** Mails the link of an order to the address it was placed with. */
export function FindOrderForm() {
  const {
    form,
    field,
    busy,
    message,
    data: sentTo,
  } = useForm({
    limits: MailOrderLinkBody,
    check: (values) =>
      checkFields(MailOrderLinkBody, values, {
        number: { required: 'Enter the order number, like ORD-001.' },
        email: 'Enter an email address.',
      }),
    submit: async ({ number = '', email = '' }) => {
      await mailOrderLink(number, email)
      return email
    },
    fallback: 'Please try again.',
  })
  const [number, email] = [field('number'), field('email')]

  if (sentTo)
    return (
      <p
        role="status"
        className="mt-8 flex max-w-xl items-start gap-4 rounded-3xl bg-white p-6 ring-1 ring-line"
      >
        <MailCheck className="size-7 shrink-0 text-success" aria-hidden="true" />
        <span>
          If there is such an order, the link is on its way to <b className="break-words">{sentTo}</b>.
        </span>
      </p>
    )
  return (
    <form {...form} className="mt-8 grid max-w-xl gap-4 rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7">
      <TextField
        label="Order number"
        placeholder="ORD-001"
        autoCapitalize="characters"
        autoComplete="off"
        {...number}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        {...email}
        error={email.error ?? (number.error ? undefined : message)}
      />
      <Button type="submit" variant="ink" busy={busy}>
        Send me the link
      </Button>
    </form>
  )
}
