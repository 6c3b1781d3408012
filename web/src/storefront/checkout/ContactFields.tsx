import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { OrderInput } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { textAttributes } from '~/shared/form/limits'
import { TextField } from '~/shared/ui/Field'
import type { CheckoutForm } from './form'

export type PartProps = {
  form: CheckoutForm
  errors: FieldErrors
  change: (part: Partial<CheckoutForm>) => void
}

export function ContactFields({ form, errors, change }: PartProps) {
  const { user } = useAuth()
  return (
    <div className="grid gap-4">
      {!user && (
        <p className="text-mute text-sm">
          No account needed.{' '}
          <Link
            to="/account?next=/checkout"
            className="font-semibold text-primary-deep underline underline-offset-3"
          >
            Log in
          </Link>{' '}
          to use your saved addresses.
        </p>
      )}
      <TextField
        id="checkout-email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...textAttributes(OrderInput.email)}
        value={form.email}
        error={errors.email}
        hint="Your confirmation goes here."
        onChange={(event) => change({ email: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="checkout-name"
          label="Full name"
          autoComplete="name"
          {...textAttributes(OrderInput.name)}
          value={form.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          id="checkout-phone"
          label="Phone (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...textAttributes(OrderInput.phone)}
          value={form.phone}
          error={errors.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </div>
    </div>
  )
}
