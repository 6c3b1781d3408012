import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '~/shared/api/queries'
import { useAuth } from '~/shared/auth/AuthProvider'
import { CreateAccountFromOrderBody } from '~/shared/form/constraints.gen'
import { PasswordOwner } from '~/shared/form/PasswordField'
import { useForm } from '~/shared/form/use-form'
import { useBrand } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { type BuyersOrder, keepOrder } from './queries'

const FALLBACK = 'Please try again.'

type KeepOrderProps = {
  order: BuyersOrder
  orderKey: string
  /** Shows the password field at once, instead of a button that opens it. */
  atOnce: boolean
}

/** Turns a guest's order into an account: everything is known but a password. */
export function KeepOrder({ order, orderKey, atOnce }: KeepOrderProps) {
  const client = useQueryClient()
  const { finish } = useAuth()
  const brand = useBrand()
  const [wanted, setWanted] = useState(atOnce)
  const { form, field, busy, message } = useForm({
    limits: CreateAccountFromOrderBody,
    submit: async ({ password = '' }) => {
      await finish(() => keepOrder(order.number, orderKey, password), {
        title: `Welcome to ${brand}!`,
        description: 'Your order is in your account now.',
        fallback: FALLBACK,
      })
      await client.invalidateQueries({ queryKey: keys.orders })
    },
    fallback: FALLBACK,
    // The form has one field only; the address is the order's.
    fieldNames: { email: 'password' },
  })
  const password = field('password')

  return (
    <section aria-labelledby="keep-order" className="rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7">
      <h2 id="keep-order" className="font-display text-lg leading-snug">
        Keep this order in an account
      </h2>
      {wanted ? (
        <>
          <p className="mt-1 text-mute text-sm">
            Choose a password. Your email and address are filled in already.
          </p>
          <form {...form} className="mt-4 grid gap-3">
            <PasswordOwner email={order.email} />
            <TextField
              label="Password"
              type="password"
              autoComplete="new-password"
              // Focus it when a click opened it, but not when it was there from the start.
              autoFocus={!atOnce}
              {...password}
              error={password.error ?? message}
            />
            <Button type="submit" variant="ink" busy={busy}>
              Create account
            </Button>
          </form>
        </>
      ) : (
        <Button variant="outline" className="mt-4 w-full" onClick={() => setWanted(true)}>
          Create an account
        </Button>
      )}
    </section>
  )
}
