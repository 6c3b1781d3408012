import { Link } from 'react-router'
import { cn } from '~/shared/lib/cn'
import { Money } from '~/shared/ui/Money'
import { formatLocal } from '~/storefront/shared/local-time'
import { useLinePictures } from '~/storefront/shared/use-line-pictures'
import type { OwnOrder } from './queries'

const payments: Record<string, string> = { unpaid: 'Not paid yet', paid: 'Paid', refunded: 'Refunded' }

export function OrderDetails({ order }: { order: OwnOrder }) {
  const picture = useLinePictures(order.lines)
  return (
    <div className="mt-5 grid gap-6 border-line border-t pt-5 lg:grid-cols-[1.6fr_1fr]">
      <div className="min-w-0">
        <ul aria-label="Items" className="grid gap-3">
          {order.lines.map((line) => (
            <li key={line.product_name} className="flex items-center gap-3">
              {picture(line)}
              <span className="min-w-0 flex-1">
                {line.product_id === null ? (
                  <span className="font-semibold">{line.product_name}</span>
                ) : (
                  <Link to={`/product/${line.product_id}`} className="font-semibold hover:underline">
                    {line.product_name}
                  </Link>
                )}
                <span className="block text-mute text-sm">
                  {line.quantity} × <Money amount={line.price} />
                </span>
              </span>
              <Money amount={line.line_total} />
            </li>
          ))}
        </ul>
        <dl className="mt-5 grid gap-1.5 border-line border-t pt-4">
          <Sum name="Subtotal" amount={order.subtotal} />
          {order.discount > 0 && (
            <Sum name={`Discount${order.promo_code && ` (${order.promo_code})`}`} amount={-order.discount} />
          )}
          <Sum name={order.fulfillment_type === 'pickup' ? 'Pickup' : 'Shipping'} amount={order.shipping} />
          {order.tax > 0 && <Sum name={order.tax_included ? 'Tax (included)' : 'Tax'} amount={order.tax} />}
          <Sum name="Total" amount={order.total} strong />
          {order.refunded > 0 && <Sum name="Refunded" amount={-order.refunded} />}
        </dl>
      </div>
      <div className="grid content-start gap-5">
        <section aria-label="Tracking">
          <h4 className="font-bold">Tracking</h4>
          <ol className="mt-3 grid gap-4 border-line border-l-2 pl-5">
            {order.history.map((event, i) => (
              <li key={`${event.at}-${event.kind}-${event.words}`} className="relative">
                <span
                  aria-hidden="true"
                  className={cn(
                    'absolute top-1.5 -left-[1.65rem] size-3 rounded-full border-2 border-white',
                    i === order.history.length - 1 ? 'bg-secondary' : 'bg-mute',
                  )}
                />
                <p className="font-semibold leading-tight">{event.words}</p>
                <time dateTime={event.at} className="text-mute text-sm">
                  {formatLocal(event.at)}
                </time>
              </li>
            ))}
          </ol>
        </section>
        <section aria-label="Delivery">
          <h4 className="font-bold">{order.fulfillment_type === 'pickup' ? 'Pickup' : 'Delivery'}</h4>
          {order.fulfillment_type === 'pickup' ? (
            <p className="mt-1 text-mute">
              At the shop
              {order.pickup_code && (
                <>
                  . Your code: <strong className="text-ink tracking-widest">{order.pickup_code}</strong>
                </>
              )}
            </p>
          ) : (
            <address className="mt-1 text-mute not-italic">
              {order.name}
              <br />
              {order.line1}
              {order.line2 && `, ${order.line2}`}
              <br />
              {order.city}, {order.state} {order.zip}
            </address>
          )}
        </section>
        <section aria-label="Payment">
          <h4 className="font-bold">Payment</h4>
          <p className="mt-1 text-mute">{payments[order.payment_status] ?? order.payment_status}</p>
          <Link
            to={`/order/${order.number}`}
            className="mt-1 inline-block font-semibold text-primary-deep underline"
          >
            Open order page
          </Link>
        </section>
      </div>
    </div>
  )
}

function Sum({ name, amount, strong }: { name: string; amount: number; strong?: boolean }) {
  return (
    <div className={cn('flex justify-between gap-4', strong ? 'font-bold text-lg' : 'text-mute')}>
      <dt>{name}</dt>
      <dd className="text-ink">
        <Money amount={amount} />
      </dd>
    </div>
  )
}
