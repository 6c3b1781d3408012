import { type LucideIcon, Package, Settings, Shapes, ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount } from '~/admin/shared/format'
import type { Dashboard } from './queries'

export function SummaryCards({ data }: { data: Dashboard }) {
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Card
        to="/admin/products"
        icon={Package}
        name="Total Products"
        count={data.products}
        more={`${formatCount(data.products_in_stock)} in stock`}
      />
      <Card
        to="/admin/categories"
        icon={Shapes}
        name="Categories"
        count={data.categories}
        more="on the shelves"
      />
      <Card
        to="/admin/orders"
        icon={ShoppingBag}
        name="Orders"
        count={data.orders.all}
        more={`${formatCount(data.orders.waiting)} needing processing`}
      />
      <Card
        to="/admin/settings"
        icon={Settings}
        name="Site Settings"
        count={data.settings}
        more="settings saved"
      />
    </ul>
  )
}

type CardProps = { to: string; icon: LucideIcon; name: string; count: number; more: string }

function Card({ to, icon: Icon, name, count, more }: CardProps) {
  return (
    <li>
      <Link
        to={to}
        className="block h-full rounded-2xl border border-line bg-white p-4 transition-[border-color,box-shadow] hover:border-primary-deep hover:shadow-md"
      >
        <span className="flex items-center justify-between gap-2 font-semibold text-mute text-sm">
          {name}
          <Icon className="size-5 shrink-0" aria-hidden="true" />
        </span>
        <span className="mt-1 block font-extrabold text-3xl tabular-nums tracking-tight">
          {formatCount(count)}
        </span>
        <span className="block text-mute text-sm tabular-nums">{more}</span>
      </Link>
    </li>
  )
}
