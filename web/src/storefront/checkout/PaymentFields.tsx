import { Banknote, CreditCard, Wallet } from 'lucide-react'
import type { components } from '~/shared/api/schema.gen'
import { Choice, Choices } from './Choice'
import type { PartProps } from './ContactFields'

type Method = components['schemas']['PaymentMethod']

export function PaymentFields({ form, errors, change, methods }: PartProps & { methods: Method[] }) {
  const pickup = form.fulfillment_type === 'pickup'
  if (methods.length === 0)
    return (
      <p className="text-danger">The shop takes no payments right now. Please come back a little later.</p>
    )
  return (
    <Choices legend="Payment" error={errors.payment_method}>
      {methods.map(({ method, demo }) => (
        <Choice
          key={method}
          name="payment"
          value={method}
          checked={form.payment_method === method}
          onChoose={() => change({ payment_method: method })}
          icon={icons[method]}
          title={method === 'manual' ? (pickup ? 'Pay at pickup' : 'Pay on delivery') : titles[method]}
          text={texts[method] + (demo ? ' Demo: no money moves.' : '')}
        />
      ))}
    </Choices>
  )
}

const titles = { card: 'Credit or debit card', paypal: 'PayPal' }
const texts = {
  card: 'You pay on a secure page and come right back.',
  paypal: 'You pay at PayPal and come right back.',
  manual: 'Cash or card, when you have it in your hands.',
}
const icons = {
  card: <CreditCard aria-hidden="true" />,
  paypal: <Wallet aria-hidden="true" />,
  manual: <Banknote aria-hidden="true" />,
}
