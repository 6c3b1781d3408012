import { useId } from 'react'
import { api, unwrap } from '~/shared/api/client'
import type { Product } from '~/shared/api/types'
import { useAuth } from '~/shared/auth/AuthProvider'
import { JoinWaitlistBody } from '~/shared/form/constraints.gen'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { SelectField, TextField } from '~/shared/ui/Field'
import { readKept } from '~/storefront/buyer/pass-store'
import type { WaitlistPlace } from './queries'

/** Whoever stood in the line of the drop keeps that place. */
function ticketOf({ drop }: Product) {
  const ticket = drop && readKept('ticket', drop.slug)
  return ticket ? { 'Queue-Ticket': ticket } : {}
}

/** The form on a sold-out product's page. */
export default function JoinWaitlist({ product }: { product: Product }) {
  const { user } = useAuth()
  const most = product.waitlist_units ?? JoinWaitlistBody.units.maximum
  const heading = useId()
  const { form, field, choice, busy, generalMessage, data } = useForm({
    limits: JoinWaitlistBody,
    submit: ({ email = '', units = '1' }) =>
      unwrap(
        api.POST('/api/products/{id}/waitlist', {
          params: { path: { id: product.id }, header: ticketOf(product) },
          body: { email, units: Number(units) },
        }),
      ),
    fallback: 'The shop did not answer. What you typed is still here: please try again.',
  })
  return (
    <section aria-labelledby={heading} className="mt-6 rounded-3xl bg-white p-5 ring-1 ring-line sm:p-6">
      <h2 id={heading} className="font-display text-xl">
        Be next in line
      </h2>
      {data ? (
        <Joined place={data} />
      ) : (
        <form {...form} className="mt-1">
          <p className="text-mute">
            When one comes back and it is your turn, we hold it for you and write to you at once.
          </p>
          <div className="mt-4 flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <TextField
                label="Email"
                type="email"
                autoComplete="email"
                placeholder="you@example.com"
                defaultValue={user?.email}
                {...field('email')}
              />
            </div>
            {most > 1 && (
              <div className="w-26 shrink-0">
                <SelectField label="How many" defaultValue="1" {...choice('units')}>
                  {Array.from({ length: most }, (_, index) => (
                    <option key={index + 1}>{index + 1}</option>
                  ))}
                </SelectField>
              </div>
            )}
          </div>
          <Button type="submit" variant="ink" size="lg" busy={busy} className="mt-4 w-full">
            Join the waitlist
          </Button>
          {generalMessage && (
            <p role="alert" className="mt-3 font-semibold text-danger">
              {generalMessage}
            </p>
          )}
        </form>
      )}
    </section>
  )
}

/** Takes the focus from the form that it replaces, and is read out by that. */
function Joined({ place }: { place: WaitlistPlace }) {
  return (
    <div tabIndex={-1} ref={takeFocus} className="mt-2 text-mute outline-none">
      {place.state === 'offered' ? (
        <p className="font-semibold text-ink">
          It is held for you already: open the link in the email we sent you.
        </p>
      ) : (
        <p className="font-semibold text-ink">You are on the waitlist. {place.before} before you.</p>
      )}
      {!place.counts && <p className="mt-1">Open the link we mailed you: your place counts from then on.</p>}
    </div>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()
