import { Link } from 'react-router'
import { Panel } from '~/admin/shared/Panel'
import { timesDollars } from '~/shared/lib/money'
import { useMoney } from '~/shared/ui/Money'
import type { Order } from './queries'

export function OrderLines({ order }: { order: Order }) {
  const formatMoney = useMoney()
  return (
    <Panel title="Items" hint={`${order.units} ${order.units === 1 ? 'unit' : 'units'}`}>
      <ul className="divide-y divide-line">
        {order.lines.map((line, i) => (
          <li key={`${i}-${line.product_name}`} className="flex items-center gap-3 py-2.5 first:pt-0">
            {line.image_url ? (
              <img
                src={line.image_url}
                alt=""
                className="size-12 shrink-0 rounded-lg bg-paper-2 object-cover"
              />
            ) : (
              <span aria-hidden="true" className="size-12 shrink-0 rounded-lg bg-paper-2" />
            )}
            <span className="min-w-0 flex-1">
              {line.product_id ? (
                <Link to={`/admin/products/${line.product_id}`} className="font-semibold hover:underline">
                  {line.product_name}
                </Link>
              ) : (
                <span className="font-semibold">{line.product_name}</span>
              )}
              <span className="block text-mute text-sm tabular-nums">
                {line.quantity} × {formatMoney(line.price)}
              </span>
            </span>
            <span className="font-semibold tabular-nums">
              {formatMoney(timesDollars(line.price, line.quantity))}
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid gap-1 border-line border-t pt-3 text-[0.95rem]">
        <Sum name="Subtotal" amount={order.subtotal} />
        {order.discount > 0 && (
          <Sum
            name={order.promo_code ? `Discount (${order.promo_code})` : 'Discount'}
            amount={-order.discount}
          />
        )}
        <Sum name="Shipping" amount={order.shipping} />
        {(order.tax > 0 || order.tax_included) && (
          <Sum name={order.tax_included ? 'Tax (included)' : 'Tax'} amount={order.tax} />
        )}
        <Sum name="Total" amount={order.total} strong />
        {order.refunded > 0 && <Sum name="Refunded" amount={-order.refunded} />}
      </dl>
    </Panel>
  )
}

function Sum({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  const formatMoney = useMoney()
  return (
    <div className={strong ? 'flex justify-between pt-1 font-bold text-lg' : 'flex justify-between'}>
      <dt className={strong ? '' : 'text-mute'}>{name}</dt>
      <dd className="tabular-nums">{formatMoney(amount)}</dd>
    </div>
  )
}
