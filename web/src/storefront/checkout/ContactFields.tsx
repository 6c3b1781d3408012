import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import type { FieldErrors } from '~/shared/form/failure'
import { TextField } from '~/shared/ui/Field'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import type { CheckoutField } from './form'

export type PartProps = {
  form: CheckoutForm
  errors: FieldErrors
  /** For a text field: its value, its message and its limits. */
  field: CheckoutField
  change: (part: Partial<CheckoutForm>) => void
}

export function ContactFields({ field }: PartProps) {
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
        {...field('email')}
        hint="Your confirmation goes here."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField id="checkout-name" label="Full name" autoComplete="name" {...field('name')} />
        <TextField
          id="checkout-phone"
          label="Phone (optional)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...field('phone')}
        />
      </div>
    </div>
  )
}
