import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Skeleton } from '~/shared/ui/Skeleton'
import { OrderCard } from './OrderCard'
import { ordersQuery } from './queries'

export function OrdersTab() {
  const pages = useInfiniteQuery(ordersQuery)
  const wanted = useSearchParams()[0].get('order')
  const orders = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section aria-labelledby="order-history">
      <h2 id="order-history" className="font-display text-2xl">
        Order History
      </h2>
      <div className="mt-5 grid gap-4">
        {pages.isPending && (
          <div role="status" aria-label="Loading orders" className="grid gap-4">
            <Skeleton className="h-24 rounded-3xl" />
            <Skeleton className="h-24 rounded-3xl" />
          </div>
        )}
        {pages.isError && (
          <EmptyState title="Your orders could not be loaded" text="The connection may be slow.">
            <Button variant="outline" onClick={() => void pages.refetch()}>
              Try again
            </Button>
          </EmptyState>
        )}
        {pages.isSuccess && orders.length === 0 && (
          <EmptyState title="No orders yet" text="Your first drop is a few clicks away.">
            <ButtonLink to="/products" variant="hot">
              Start Shopping
            </ButtonLink>
          </EmptyState>
        )}
        {orders.map((order) => (
          <OrderCard key={order.number} order={order} openFirst={order.number === wanted} />
        ))}
        {pages.hasNextPage && (
          <Button
            variant="outline"
            className="justify-self-center"
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show older orders
          </Button>
        )}
      </div>
    </section>
  )
}
