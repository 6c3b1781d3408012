import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { useAuth } from '~/shared/auth/auth'
import { usePageTitle } from '~/shared/lib/page-title'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { AccountLoading } from '~/storefront/account/AccountLoading'
import { mailOrderLink } from '~/storefront/checkout/queries'
import { FirstScreen } from '~/storefront/layout/FirstScreen'
import { PageBanner } from '~/storefront/static/PageBanner'

export default function OrdersPage() {
  return (
    <FirstScreen>
      <Orders />
    </FirstScreen>
  )
}

function Orders() {
  usePageTitle('Find your order')
  const { user, isRestoring } = useAuth()
  if (isRestoring) return <AccountLoading />
  if (user) return <Navigate to="/account/dashboard?tab=orders" replace />
  return (
    <div>
      <PageBanner title="Find your order" sign="vault">
        <p>
          Tell us the order number and the email it was placed with. We mail you a link to it. With an
          account,{' '}
          <Link to="/account?next=/orders" className="font-semibold text-paper underline underline-offset-3">
            log in
          </Link>{' '}
          and see all of them.
        </p>
      </PageBanner>
      <div className="wrap pt-4 pb-16 sm:pt-6 sm:pb-20">
        <LookUp />
      </div>
    </div>
  )
}

function LookUp() {
  const [number, setNumber] = useState('')
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    const wrong: Record<string, string> = {}
    if (number.trim() === '') wrong.number = 'Enter the order number, like ORD-001.'
    if (!email.includes('@')) wrong.email = 'Enter an email address.'
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await mailOrderLink(number, email)
      setSent(true)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(Object.keys(fields).length > 0 ? fields : { email: errorMessage(error, 'Please try again.') })
    } finally {
      setBusy(false)
    }
  }

  if (sent)
    return (
      <p
        role="status"
        className="mt-8 flex max-w-xl items-start gap-4 rounded-3xl bg-white p-6 ring-1 ring-line"
      >
        <MailCheck className="size-7 shrink-0 text-success" aria-hidden="true" />
        <span>
          If there is such an order, the link is on its way to <b className="break-words">{email}</b>.
        </span>
      </p>
    )
  return (
    <form
      onSubmit={send}
      noValidate
      className="mt-8 grid max-w-xl gap-4 rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7"
    >
      <TextField
        label="Order number"
        placeholder="ORD-001"
        maxLength={30}
        autoCapitalize="characters"
        autoComplete="off"
        value={number}
        error={errors.number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="ink" busy={busy}>
        Send me the link
      </Button>
    </form>
  )
}
