import { lazy, Suspense } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { Skeleton } from '~/shared/ui/Skeleton'
import type { Dashboard } from './queries'

const CategoryBars = lazy(async () => ({ default: (await import('./Charts')).CategoryBars }))

export function CategoryPanel({ data }: { data: Dashboard }) {
  return (
    <Panel title="Products by Category">
      <Suspense fallback={<Skeleton className="h-[300px]" />}>
        <CategoryBars bars={data.products_by_category} />
      </Suspense>
      <div className="sr-only">
        <table>
          <caption>Products by Category</caption>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Products</th>
            </tr>
          </thead>
          <tbody>
            {data.products_by_category.map((bar) => (
              <tr key={bar.name}>
                <th scope="row">{bar.name}</th>
                <td>{bar.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
