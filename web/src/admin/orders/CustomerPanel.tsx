import { ExternalLink, Mail, MapPin, Phone } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '~/admin/shared/Panel'
import { MapLink } from '~/shared/ui/MapLink'
import type { Order } from './queries'

const linkClass = 'inline-flex min-h-9 items-center gap-2 break-all hover:underline max-md:min-h-11'

export function addressLines(order: Order): string[] {
  if (order.fulfillment_type === 'pickup') return []
  return [order.line1, order.line2, `${order.city}, ${order.state} ${order.zip}`].filter(Boolean)
}

/** How the order is delivered; express stands out for whoever packs it. */
export function arrivalText(order: Pick<Order, 'fulfillment_type' | 'delivery_method'>): string {
  if (order.fulfillment_type === 'pickup') return 'Pickup'
  return order.delivery_method === 'express' ? 'Express delivery' : 'Standard delivery'
}

export function CustomerPanel({ order }: { order: Order }) {
  const address = addressLines(order)
  return (
    <Panel title="Customer">
      <p className="font-semibold">
        {order.customer_id ? (
          <Link to={`/admin/customers/${order.customer_id}`} className="text-primary-deep hover:underline">
            {order.customer_name}
          </Link>
        ) : (
          order.customer_name
        )}
      </p>
      <a href={`mailto:${order.email}`} className={linkClass}>
        <Mail className="size-4 shrink-0 text-mute" aria-hidden="true" />
        {order.email}
      </a>
      {order.phone && (
        <div>
          <a href={`tel:${order.phone.replace(/[^+\d]/g, '')}`} className={linkClass}>
            <Phone className="size-4 shrink-0 text-mute" aria-hidden="true" />
            {order.phone}
          </a>
        </div>
      )}
      {address.length > 0 ? (
        <div className="mt-3 border-line border-t pt-3">
          <h4 className="mb-1 font-bold text-mute text-sm">Delivery address</h4>
          <address className="break-words not-italic leading-relaxed">
            {address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="mt-1 text-mute text-sm">{arrivalText(order)}</p>
          <MapLink
            address={address.join(', ')}
            className={`${linkClass} mt-1 font-semibold text-primary-deep`}
          >
            <MapPin className="size-4" aria-hidden="true" />
            Show on the map
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </MapLink>
        </div>
      ) : (
        <div className="mt-3 border-line border-t pt-3">
          <h4 className="font-bold text-mute text-sm">Pickup code</h4>
          <p className="font-bold text-2xl tracking-[0.2em]">{order.pickup_code || 'None'}</p>
        </div>
      )}
    </Panel>
  )
}
