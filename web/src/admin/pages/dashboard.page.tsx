import { useQuery } from '@tanstack/react-query'
import { adminPages } from '~/admin/layout/admin-pages'
import { formatCount, plural } from '~/admin/shared/format'
import { PageHeading } from '~/admin/shared/PageHeading'
import { errorText, useToastOnError } from '~/admin/shared/toast-error'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { LOW_STOCK } from '~/shared/lib/rules.gen'
import { Button } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Spinner } from '~/shared/ui/Spinner'
import { CategoryPanel } from '../dashboard/CategoryPanel'
import { dashboardQuery } from '../dashboard/queries'
import { RecentOrders } from '../dashboard/RecentOrders'
import { SalesPanel } from '../dashboard/SalesPanel'
import { BackupPanel, Funnel, NeedsAttention, ProductsPanel, QuickActions } from '../dashboard/SidePanels'
import { SummaryCards } from '../dashboard/SummaryCards'

export const route: PageRoute = { path: '/admin', ...adminPage }

export default function DashboardPage() {
  const { data, error, dataUpdatedAt, refetch } = useQuery(dashboardQuery)
  useToastOnError(error, 'Error fetching the dashboard')
  return (
    <>
      <PageHeading title={adminPages.dashboard.name} />
      {!data && !error && (
        <div className="grid min-h-80 place-items-center">
          <Spinner className="size-8" label="Loading the dashboard" />
        </div>
      )}
      {!data && error && (
        <EmptyState title="The dashboard did not load" text={errorText(error)}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      )}
      {data && (
        <div className="grid grid-cols-1 gap-4">
          <SummaryCards data={data} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
            <NeedsAttention data={data} />
            <div className="grid min-w-0 grid-cols-1 gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
              <RecentOrders data={data} now={dataUpdatedAt} />
              <SalesPanel data={data} />
              <CategoryPanel data={data} />
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-4 sm:max-lg:grid-cols-2">
              <QuickActions />
              <ProductsPanel
                title="Best sellers"
                hint="Last four weeks"
                empty="Nothing sold in the last four weeks."
                products={data.best_sellers}
                unit={(n) => `${formatCount(n)} sold`}
              />
              <ProductsPanel
                title="Low stock"
                hint={`${LOW_STOCK} units or fewer`}
                empty={`Every counted product has more than ${LOW_STOCK} units.`}
                products={data.low_stock}
                unit={(n) => `${plural(n, 'unit')} left`}
              />
              <Funnel data={data} />
              <BackupPanel data={data} now={dataUpdatedAt} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}
