import { Rocket, Store, Truck } from 'lucide-react'
import { useState } from 'react'
import type { components } from '~/shared/api/schema.gen'
import { useSettings } from '~/shared/lib/settings'
import { Money } from '~/shared/ui/Money'
import { usePricedCart } from '~/storefront/cart/use-priced-cart'
import { Choice, Choices } from './Choice'
import type { PartProps } from './ContactFields'
import { deliveryDates } from './delivery-dates'
import { deliveryPrice } from './form'

type Offer = components['schemas']['Checkout']

const names = { standard: 'Standard delivery', express: 'Express delivery' }

/** The choice between delivery methods and pickup. */
export function ArrivalFields({ form, errors, change, offer }: PartProps & { offer: Offer }) {
  const [today] = useState(() => new Date())
  const setting = useSettings()
  const { summary } = usePricedCart()
  const standard = offer.delivery_options.find(({ method }) => method === 'standard')?.fee ?? 0
  const price = (fee: number) => deliveryPrice(fee, standard, summary.items > 0 && summary.shipping === 0)
  return (
    <Choices legend="Delivery or pickup" error={errors.fulfillment_type ?? errors.delivery_method}>
      {offer.delivery_options.map((option) => (
        <Choice
          key={option.method}
          name="arrival"
          value={option.method}
          icon={option.method === 'express' ? <Rocket aria-hidden="true" /> : <Truck aria-hidden="true" />}
          checked={form.fulfillment_type === 'delivery' && form.delivery_method === option.method}
          onChoose={() =>
            change({ fulfillment_type: 'delivery', delivery_method: option.method, chosen: true })
          }
          title={names[option.method]}
          text={`Arrives ${deliveryDates(today, option.from_days, option.to_days)}`}
          price={price(option.fee) === 0 ? 'Free' : <Money amount={price(option.fee)} />}
        />
      ))}
      <Choice
        name="arrival"
        value="pickup"
        icon={<Store aria-hidden="true" />}
        checked={form.fulfillment_type === 'pickup'}
        onChoose={() => change({ fulfillment_type: 'pickup', chosen: true })}
        title={`Pickup in ${setting('store_city')}`}
        text={offer.pickup_address}
        price="Free"
      />
      {offer.delivery_note && <p className="text-mute text-sm">{offer.delivery_note}</p>}
    </Choices>
  )
}
