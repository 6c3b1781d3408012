import { useQuery } from '@tanstack/react-query'
import { formatDate } from '~/shared/lib/dates'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { AddressText } from './AddressText'
import { Card } from './Card'
import { OrderBadge } from './OrderBadge'
import { ProfileEditor } from './ProfileEditor'
import { addressesQuery, type Profile, recentOrdersQuery } from './queries'

type OverviewTabProps = { profile: Profile; show: (tab: string) => void }

export function OverviewTab({ profile, show }: OverviewTabProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <RecentOrders show={show} />
      <ShippingAddress show={show} />
      <Card title="Account Details" heading="h2" className="lg:col-span-2">
        <ProfileEditor profile={profile} />
      </Card>
    </div>
  )
}

function RecentOrders({ show }: { show: (tab: string) => void }) {
  const orders = useQuery(recentOrdersQuery)
  return (
    <Card
      title="Recent Orders"
      heading="h2"
      aside={
        <Button variant="ghost" size="sm" onClick={() => show('orders')}>
          View All Orders
        </Button>
      }
    >
      {orders.isPending ? (
        <Lines />
      ) : orders.data && orders.data.length > 0 ? (
        <ul className="divide-y divide-line">
          {orders.data.map((order) => (
            <li
              key={order.number}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
            >
              <div>
                <p className="font-bold">{order.number}</p>
                <p className="text-mute text-sm">{formatDate(order.created_at)}</p>
              </div>
              <div className="flex items-center gap-3">
                <OrderBadge order={order} />
                <Money amount={order.total} currency={order.currency} />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <div className="grid gap-3">
          <p className="text-mute">
            {orders.isError ? 'Your orders could not be loaded.' : "You haven't placed any orders yet."}
          </p>
          <ButtonLink to="/products" variant="outline" size="sm" className="justify-self-start">
            Start Shopping
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}

function ShippingAddress({ show }: { show: (tab: string) => void }) {
  const addresses = useQuery(addressesQuery)
  const usual = addresses.data?.find((address) => address.is_default)
  return (
    <Card
      title="Shipping Address"
      heading="h2"
      aside={
        <Button variant="ghost" size="sm" onClick={() => show('addresses')}>
          {usual ? 'Manage Addresses' : 'Add Address'}
        </Button>
      }
    >
      {addresses.isPending ? (
        <Lines />
      ) : usual ? (
        <AddressText address={usual} />
      ) : (
        <p className="text-mute">
          {addresses.isError
            ? 'Your addresses could not be loaded.'
            : 'No default address yet. Add one and checkout is quicker.'}
        </p>
      )}
    </Card>
  )
}

function Lines() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  )
}
