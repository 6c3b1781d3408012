import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { useAuth } from '~/shared/auth/auth'
import { useBrand } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { WhosePassword } from '~/storefront/account/parts'
import type { BuyersOrder } from './OrderStatus'
import { keepOrder } from './queries'

type KeepOrderProps = {
  order: BuyersOrder
  orderKey: string
  /** The password is asked for at once, not only from those who want an account. */
  atOnce: boolean
}

/** A guest's order becomes an account: everything is known but a password. */
export function KeepOrder({ order, orderKey, atOnce }: KeepOrderProps) {
  const client = useQueryClient()
  const { finish } = useAuth()
  const brand = useBrand()
  const [wanted, setWanted] = useState(atOnce)
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  async function keep(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await finish(() => keepOrder(order.number, orderKey, password), {
        title: `Welcome to ${brand}!`,
        description: 'Your order is in your account now.',
        fallback: 'Please try again.',
      })
      await client.invalidateQueries({ queryKey: keys.orders })
    } catch (reason) {
      const field = reason instanceof ApiError ? (reason.fields.password ?? reason.fields.email) : undefined
      setError(field ?? errorMessage(reason, 'Please try again.'))
    } finally {
      setBusy(false)
    }
  }

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
          <form onSubmit={keep} noValidate className="mt-4 grid gap-3">
            <WhosePassword email={order.email} />
            <TextField
              label="Password"
              type="password"
              autoComplete="new-password"
              maxLength={200}
              // Who asked for an account goes on typing; who did not is left where they read.
              autoFocus={!atOnce}
              value={password}
              error={error}
              onChange={(event) => {
                setPassword(event.target.value)
                setError('')
              }}
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
