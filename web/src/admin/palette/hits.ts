import { adminTabs, otherPages } from '~/admin/layout/admin-pages'
import { layout, tabPath } from '~/admin/settings/layout'
import type { Schemas } from '~/admin/shared/api'
import type { FormatMoney } from '~/shared/ui/Money'

/** One result of the palette. */
export type Hit = { key: string; kind: string; name: string; detail: string; to: string; image?: string }

const mainPages = [...adminTabs, ...otherPages]

const pages: { name: string; path: string }[] = [
  ...mainPages,
  ...layout.map(({ name }) => ({ name: `Settings: ${name}`, path: tabPath(name) })),
  { name: 'View Site', path: '/' },
]

/** Pages whose names contain every word; the main pages while nothing is typed. */
export function matchingPages(text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length
    ? pages.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    : mainPages
  return found.map(({ name, path }) => ({ key: path, kind: 'Pages', name, detail: '', to: path }))
}

const statusLabel = (status: string) => status.replaceAll('_', ' ')

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
      detail: `${statusLabel(status)} · ${formatMoney(total, currency)}`,
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
