import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { StorefrontLayout } from '~/storefront/layout/StorefrontLayout'
import { ErrorPage } from './ErrorPage'
import { Root } from './Root'

/** A page whose code arrives when it is opened. Its address is spelled in one way, as the server reads it. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return { caseSensitive: true, lazy: async () => ({ Component: (await load()).default }) }
}

// Adding a page takes nothing but its file: the path is read from it, and the component is loaded when the page is opened.
const pages = import.meta.glob<[string | string[], () => Promise<{ default: ComponentType }>]>(
  '../storefront/pages/*.page.tsx',
  { eager: true, query: '?lazy', import: 'default' },
)

const storefront: RouteObject[] = Object.values(pages).flatMap(([paths, load]) =>
  [paths].flat().map((path) => ({ path, ...page(load) })),
)

const productForm = page(() => import('~/admin/pages/ProductFormPage'))
const categoryForm = page(() => import('~/admin/pages/CategoryFormPage'))

// Never rendered on the server, so never in the script that does.
const admin: RouteObject[] = import.meta.env.SSR
  ? []
  : [
      { index: true, ...page(() => import('~/admin/pages/DashboardPage')) },
      { path: 'products', ...page(() => import('~/admin/pages/ProductsPage')) },
      { path: 'products/new', ...productForm },
      { path: 'products/:id', ...productForm },
      { path: 'categories', ...page(() => import('~/admin/pages/CategoriesPage')) },
      { path: 'categories/new', ...categoryForm },
      { path: 'categories/:id', ...categoryForm },
      { path: 'orders', ...page(() => import('~/admin/pages/OrdersPage')) },
      { path: 'orders/:number', ...page(() => import('~/admin/pages/OrderPage')) },
      { path: 'pickup', ...page(() => import('~/admin/pages/PickupPage')) },
      { path: 'customers', ...page(() => import('~/admin/pages/CustomersPage')) },
      { path: 'customers/:id', ...page(() => import('~/admin/pages/CustomerPage')) },
      { path: 'subscribers', ...page(() => import('~/admin/pages/SubscribersPage')) },
      { path: 'promotions', ...page(() => import('~/admin/pages/PromotionsPage')) },
      { path: 'audit', ...page(() => import('~/admin/pages/AuditPage')) },
      { path: 'settings', ...page(() => import('~/admin/pages/SettingsPage')) },
    ]

export const routes: RouteObject[] = [
  {
    Component: Root,
    errorElement: <ErrorPage />,
    children: [
      ...(import.meta.env.SSR
        ? []
        : [{ path: 'admin', ...page(() => import('~/admin/layout/AdminLayout')), children: admin }]),
      { Component: StorefrontLayout, children: [{ errorElement: <ErrorPage />, children: storefront }] },
    ],
  },
]
