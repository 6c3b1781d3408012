import { useId, useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import type { Product } from '~/shared/api/types'
import { useAuth } from '~/shared/auth/AuthProvider'
import { JoinWaitlistBody } from '~/shared/form/constraints.gen'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { Field, Input } from '~/shared/ui/Field'
import { Stepper } from '~/shared/ui/Stepper'

const MOST_WANTED = 10

/** The form on a sold-out product's page. */
export default function JoinWaitlist({ product }: { product: Product }) {
  const { user } = useAuth()
  const [units, setUnits] = useState(1)
  const most = Math.min(product.max_per_order ?? MOST_WANTED, MOST_WANTED)
  const heading = useId()
  const { form, field, busy, generalMessage, data } = useForm({
    limits: JoinWaitlistBody,
    submit: ({ email = '' }) =>
      unwrap(
        api.POST('/api/products/{id}/waitlist', {
          params: { path: { id: product.id } },
          body: { email, units: Math.min(units, most) },
        }),
      ),
    fallback: 'The shop did not answer. What you typed is still here: please try again.',
  })
  const { error, ...email } = field('email')
  return (
    <section aria-labelledby={heading} className="mt-6 rounded-3xl bg-white p-5 ring-1 ring-line sm:p-6">
      <h2 id={heading} className="font-display text-xl">
        Be next in line
      </h2>
      {data ? (
        <div role="status" className="mt-2 text-mute">
          <p className="font-semibold text-ink">You are on the waitlist. {data.before} before you.</p>
          {!data.counts && (
            <p className="mt-1">Open the link we mailed you: your place counts from then on.</p>
          )}
        </div>
      ) : (
        <form {...form} className="mt-1">
          <p className="text-mute">
            When one comes back and it is your turn, we hold it for you and write to you at once.
          </p>
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <div className="min-w-60 flex-1">
              <Field label="Email" error={error}>
                {(wiring) => (
                  <Input
                    {...wiring}
                    {...email}
                    type="email"
                    autoComplete="email"
                    placeholder="you@example.com"
                    defaultValue={user?.email}
                    className="min-h-13"
                  />
                )}
              </Field>
            </div>
            {most > 1 && (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset would not stand in one row with the field
              <div role="group" aria-label="How many you want">
                <Stepper
                  value={Math.min(units, most)}
                  onChange={(n) => setUnits(Math.min(n, most))}
                  className="min-h-13 px-1"
                />
              </div>
            )}
            <Button type="submit" variant="ink" size="lg" busy={busy} className="max-sm:w-full">
              Join the waitlist
            </Button>
          </div>
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
