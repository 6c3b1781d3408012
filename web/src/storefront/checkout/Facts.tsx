import type { components } from '~/shared/api/schema.gen'
import { deliveryDates } from './delivery-dates'
import type { BuyersOrder } from './queries'

type DeliveryOption = components['schemas']['DeliveryOption']

const payments: Record<string, string> = {
  card: 'Credit or debit card',
  paypal: 'PayPal',
  free: 'Nothing to pay',
}
const methods: Record<string, string> = { standard: 'Standard delivery', express: 'Express delivery' }

/** How an order is paid. */
export function paymentText({ payment_method, fulfillment_type }: BuyersOrder): string {
  if (payment_method === 'manual') return fulfillment_type === 'pickup' ? 'Pay at pickup' : 'Pay on delivery'
  return payments[payment_method] ?? payment_method
}

/** When a delivery is expected, counted from the day it was placed. "" when the shop does not say, or nothing will come. */
export function expectedDates(order: BuyersOrder, options: readonly DeliveryOption[]): string {
  const option = options.find(({ method }) => method === order.delivery_method)
  const comes = order.fulfillment_type === 'delivery' && !order.over
  return option && comes ? deliveryDates(new Date(order.created_at), option.from_days, option.to_days) : ''
}

/** How the order arrives, when, and how it is paid. */
export function Facts({ order, options }: { order: BuyersOrder; options: readonly DeliveryOption[] }) {
  const expected = expectedDates(order, options)
  return (
    <dl className="mt-4 grid gap-3 border-line border-t pt-4">
      {order.fulfillment_type === 'delivery' && (
        <Fact name="Delivery method">{methods[order.delivery_method] ?? order.delivery_method}</Fact>
      )}
      {expected && <Fact name="Expected">{expected}</Fact>}
      <Fact name="Payment">{paymentText(order)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-mute text-sm">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
