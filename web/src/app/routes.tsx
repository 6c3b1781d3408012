import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { StorefrontLayout } from '~/storefront/layout/StorefrontLayout'
import { ErrorPage } from './ErrorPage'
import { Root } from './Root'

/** A page whose code arrives when it is opened. Its address is spelled in one way, as the server reads it. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return { caseSensitive: true, lazy: async () => ({ Component: (await load()).default }) }
}

const productPage = page(() => import('~/storefront/pages/product.page'))

const storefront: RouteObject[] = [
  { path: '/', ...page(() => import('~/storefront/pages/home.page')) },
  { path: 'products', ...page(() => import('~/storefront/pages/products.page')) },
  { path: 'product/:id', ...productPage },
  { path: 'products/:id', ...productPage },
  { path: 'category/:slug', ...page(() => import('~/storefront/pages/category.page')) },
  { path: 'cart', ...page(() => import('~/storefront/pages/cart.page')) },
  { path: 'checkout', ...page(() => import('~/storefront/pages/checkout.page')) },
  { path: 'order/:number', ...page(() => import('~/storefront/pages/order.page')) },
  { path: 'orders', ...page(() => import('~/storefront/pages/orders.page')) },
  { path: 'about', ...page(() => import('~/storefront/pages/about.page')) },
  { path: 'contact', ...page(() => import('~/storefront/pages/contact.page')) },
  { path: 'faq', ...page(() => import('~/storefront/pages/faq.page')) },
  { path: 'terms', ...page(() => import('~/storefront/pages/terms.page')) },
  { path: 'privacy', ...page(() => import('~/storefront/pages/privacy.page')) },
  { path: 'subscription', ...page(() => import('~/storefront/pages/subscription.page')) },
  { path: 'verify', ...page(() => import('~/storefront/pages/verify.page')) },
  { path: 'account', ...page(() => import('~/storefront/pages/account.page')) },
  { path: 'account/dashboard', ...page(() => import('~/storefront/pages/dashboard.page')) },
  { path: 'forgot-password', ...page(() => import('~/storefront/pages/forgot-password.page')) },
  { path: 'reset-password', ...page(() => import('~/storefront/pages/reset-password.page')) },
  { path: 'setup', ...page(() => import('~/storefront/pages/setup.page')) },
  { path: '*', ...page(() => import('~/storefront/pages/not-found.page')) },
]

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
