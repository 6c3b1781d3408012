import { Banknote, CreditCard, Gift, Wallet } from 'lucide-react'
import type { components } from '~/shared/api/schema.gen'
import { useMoney } from '~/shared/ui/Money'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import { Choice, Choices } from './Choice'
import type { PartProps } from './ContactFields'

type Method = components['schemas']['PaymentMethod']

type Props = PartProps & {
  methods: Method[]
  /** The selected payment method; "" when the total is below the minimum of every method. */
  payment: CheckoutForm['payment_method']
  total: number | undefined
}

export function PaymentFields({ form, errors, change, methods, payment, total }: Props) {
  const formatMoney = useMoney()
  const pickup = form.fulfillment_type === 'pickup'
  if (payment === 'free')
    return (
      <p className="flex min-h-14 items-center gap-3.5 rounded-2xl border-2 border-line bg-white px-4 py-3 font-bold">
        <Gift className="size-5.5 shrink-0 text-primary-deep" aria-hidden="true" />
        Nothing to pay. This one is on us.
      </p>
    )
  if (methods.length === 0)
    return (
      <p className="text-danger">The shop takes no payments right now. Please come back a little later.</p>
    )
  return (
    <Choices legend="Payment" error={errors.payment_method}>
      {methods.map(({ method, demo, minimum }) => (
        <Choice
          key={method}
          name="payment"
          value={method}
          checked={payment === method}
          disabled={total !== undefined && total < minimum}
          onChoose={() => change({ payment_method: method })}
          icon={icons[method]}
          title={method === 'manual' ? (pickup ? 'Pay at pickup' : 'Pay on delivery') : titles[method]}
          text={
            total !== undefined && total < minimum
              ? `Only for orders from ${formatMoney(minimum)}.`
              : texts[method] + (demo ? ' Demo: no money moves.' : '')
          }
        />
      ))}
      {payment === '' && total !== undefined && (
        <p className="text-danger">
          This total is too small to be paid online. Add a little something to your cart.
        </p>
      )}
    </Choices>
  )
}

const titles = { card: 'Credit or debit card', paypal: 'PayPal' }
const texts = {
  card: 'You pay on a secure page and come right back.',
  paypal: 'You pay at PayPal and come right back.',
  manual: 'You pay when you have it in your hands.',
}
const icons = {
  card: <CreditCard aria-hidden="true" />,
  paypal: <Wallet aria-hidden="true" />,
  manual: <Banknote aria-hidden="true" />,
}
