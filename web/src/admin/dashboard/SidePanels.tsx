import { Archive, ArrowRight, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '~/admin/backups/queries'
import { adminPages } from '~/admin/layout/admin-pages'
import { tabPath } from '~/admin/settings/layout'
import { formatCount, plural } from '~/admin/shared/format'
import { Panel } from '~/admin/shared/Panel'
import { ago } from '~/admin/shared/when'
import { useSettings } from '~/shared/lib/settings'
import { useMoney } from '~/shared/ui/Money'
import type { Dashboard } from './queries'

const quickActions = [
  adminPages.newProduct,
  adminPages.newCategory,
  { path: adminPages.orders.path, name: 'Process Orders' },
  { path: adminPages.settings.path, name: 'Update Settings' },
  { path: '/', name: 'View Site' },
]

export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <ul className="grid gap-1">
        {quickActions.map((action) => (
          <li key={action.path}>
            <Link
              to={action.path}
              className="-mx-2 flex min-h-11 items-center justify-between gap-2 rounded-xl px-2 font-semibold transition-colors hover:bg-paper"
            >
              {action.name}
              <ArrowRight className="size-4 text-mute" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function NeedsAttention({ data }: { data: Dashboard }) {
  const { attention, backup } = data
  const setting = useSettings()
  const advertised = useMoney()(Number(setting('advertised_free_shipping'))).replace('.00', '')
  const items: { key: string; text: ReactNode; to: string; link: string }[] = []
  if (attention.orders_waiting > 0)
    items.push({
      key: 'orders',
      text: `${plural(attention.orders_waiting, 'order')} waiting to be processed.`,
      to: '/admin/orders?status=waiting',
      link: 'Open orders',
    })
  for (const product of attention.sold_out_featured)
    items.push({
      key: `product-${product.id}`,
      text: `${product.name} is featured and sold out.`,
      to: `/admin/products/${product.id}`,
      link: 'Open product',
    })
  if (attention.mail_failed > 0)
    items.push({
      key: 'mail',
      text: `${plural(attention.mail_failed, 'mail')} of the last 30 days could not be sent.`,
      to: tabPath('Customers'),
      link: 'Check the store email',
    })
  if (attention.webhooks_failed > 0)
    items.push({
      key: 'webhooks',
      text: `${plural(attention.webhooks_failed, 'message')} to webhooks could not be delivered.`,
      to: tabPath('Integrations'),
      link: 'Open webhooks',
    })
  if (backup.failed_at)
    items.push({
      key: 'backup',
      text: `The last backup failed. ${backup.error}`,
      to: tabPath('Backups'),
      link: 'Open backups',
    })
  else if (backup.late)
    items.push({
      key: 'backup',
      text: 'The backup of the schedule is missing.',
      to: tabPath('Backups'),
      link: 'Open backups',
    })
  if (attention.free_shipping_unmet)
    items.push({
      key: 'shipping',
      text: `The shop advertises free shipping over ${advertised} and does not grant it: no free shipping threshold is set.`,
      to: tabPath('Shipping'),
      link: 'Set the threshold',
    })
  return (
    <Panel title="Needs attention">
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-mute">
          <CircleCheck className="size-5 text-success" aria-hidden="true" />
          Everything is in order.
        </p>
      ) : (
        <ul className="grid gap-3">
          {items.map((item) => (
            <li key={item.key} className="flex gap-2.5 text-[0.95rem]">
              <TriangleAlert className="mt-0.5 size-5 shrink-0 text-secondary-deep" aria-hidden="true" />
              <span className="min-w-0 break-words">
                {item.text}{' '}
                <Link to={item.to} className="font-semibold text-primary-deep underline underline-offset-2">
                  {item.link}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** How old the last backup is. */
export function BackupPanel({ data: { backup }, now }: { data: Dashboard; now: number }) {
  return (
    <Panel title="Last backup">
      <p className="flex gap-2.5 text-[0.95rem]">
        <Archive className="mt-0.5 size-5 shrink-0 text-mute" aria-hidden="true" />
        <span className="min-w-0">
          {backup.running
            ? 'A backup is being made.'
            : backup.last_at
              ? `${capitalize(ago(backup.last_at, now))}, ${formatBytes(backup.bytes)}.`
              : backup.configured
                ? 'There is none yet.'
                : 'No backups are made by themselves.'}{' '}
          <Link
            to={tabPath('Backups')}
            className="font-semibold text-primary-deep underline underline-offset-2"
          >
            {backup.configured ? 'Backups' : 'Set them up'}
          </Link>
        </span>
      </p>
    </Panel>
  )
}

const capitalize = (text: string) => (text[0]?.toUpperCase() ?? '') + text.slice(1)

type ProductsPanelProps = {
  title: string
  hint: string
  empty: string
  products: Dashboard['best_sellers']
  unit: (n: number) => string
}

export function ProductsPanel({ title, hint, empty, products, unit }: ProductsPanelProps) {
  return (
    <Panel title={title} hint={hint}>
      {products.length === 0 && <p className="text-mute">{empty}</p>}
      <ol className="grid grid-cols-1 gap-2">
        {products.map((product) => (
          <li key={product.id} className="flex items-baseline justify-between gap-3">
            <Link
              to={`/admin/products/${product.id}`}
              className="min-w-0 truncate font-medium hover:underline"
            >
              {product.name}
            </Link>
            <span className="shrink-0 text-mute text-sm tabular-nums">{unit(product.units)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const steps = [
  { kind: 'visit', name: 'Visits' },
  { kind: 'product', name: 'Product pages' },
  { kind: 'cart', name: 'Added to cart' },
  { kind: 'checkout', name: 'Checkouts' },
  { kind: 'order', name: 'Orders' },
]

/** The conversion funnel: anonymous counts from visits to orders. */
export function Funnel({ data }: { data: Dashboard }) {
  const counts = steps.map((step) => data.visits[step.kind] ?? 0)
  const most = Math.max(...counts)
  return (
    <Panel title="From visit to order" hint="Last 30 days">
      {most === 0 ? (
        <p className="text-mute">
          Nothing counted yet. The Orders tab of the settings switches the counting on and off.
        </p>
      ) : (
        <ol className="grid gap-2.5">
          {steps.map((step, i) => (
            <li key={step.kind}>
              <span className="flex justify-between text-sm">
                <span className="font-medium">{step.name}</span>
                <span className="text-mute tabular-nums">{formatCount(counts[i] ?? 0)}</span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-2 overflow-hidden rounded-full bg-paper-2">
                <span
                  className="block h-full rounded-full bg-primary"
                  style={{ width: `${((counts[i] ?? 0) / most) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
