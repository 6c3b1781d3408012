import { adminTabs } from '~/admin/layout/AdminTabs'
import type { Schemas } from '~/admin/shared/api'
import type { FormatMoney } from '~/shared/ui/Money'

/** One result of the palette. */
export type Hit = { key: string; kind: string; name: string; detail: string; to: string; image?: string }

const pages: { name: string; to: string; words?: string }[] = [
  ...adminTabs.map(({ name, path }) => ({ name, to: path })),
  { name: 'Pickup desk', to: '/admin/pickup' },
  { name: 'Add New Product', to: '/admin/products/new' },
  { name: 'Add New Category', to: '/admin/categories/new' },
  { name: 'New drop', to: '/admin/drops/new' },
  ...['General', 'Branding', 'Shipping', 'Customers', 'Payments', 'Orders', 'Integrations', 'Backups'].map(
    (tab) => ({
      name: `Settings: ${tab}`,
      to: `/admin/settings?tab=${tab.toLowerCase()}`,
    }),
  ),
  { name: 'View Site', to: '/' },
]

const SHOWN_AT_FIRST = adminTabs.length + 4

/** Pages whose names contain every word; the main pages while nothing is typed. */
export function matchingPages(text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length
    ? pages.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    : pages.slice(0, SHOWN_AT_FIRST)
  return found.map(({ name, to }) => ({ key: to, kind: 'Pages', name, detail: '', to }))
}

const inWords = (status: string) => status.replaceAll('_', ' ')

export function hitsOf({ products, orders, customers }: Schemas['Found'], formatMoney: FormatMoney): Hit[] {
  return [
    ...products.map(({ id, name, price, image_url }) => ({
      key: `product-${id}`,
      kind: 'Products',
      name,
      detail: formatMoney(price),
      to: `/admin/products/${id}`,
      image: image_url || undefined,
    })),
    ...orders.map(({ number, customer_name, status, total, currency }) => ({
      key: `order-${number}`,
      kind: 'Orders',
      name: `${number} · ${customer_name}`,
      detail: `${inWords(status)} · ${formatMoney(total, currency)}`,
      to: `/admin/orders/${number}`,
    })),
    ...customers.map(({ id, email, username, name }) => ({
      key: `customer-${id}`,
      kind: 'Customers',
      name: name || username || email,
      detail: email,
      to: `/admin/customers/${id}`,
    })),
  ]
}
