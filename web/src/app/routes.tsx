import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { StorefrontLayout } from '~/storefront/layout/StorefrontLayout'
import { ErrorPage } from './ErrorPage'
import { Root } from './Root'

/** A page whose code arrives when it is opened. Its address is spelled in one way, as the server reads it. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return { caseSensitive: true, lazy: async () => ({ Component: (await load()).default }) }
}

const productPage = page(() => import('~/storefront/pages/ProductPage'))

const storefront: RouteObject[] = [
  { path: '/', ...page(() => import('~/storefront/pages/HomePage')) },
  { path: 'products', ...page(() => import('~/storefront/pages/ProductsPage')) },
  { path: 'product/:id', ...productPage },
  { path: 'products/:id', ...productPage },
  { path: 'category/:slug', ...page(() => import('~/storefront/pages/CategoryPage')) },
  { path: 'cart', ...page(() => import('~/storefront/pages/CartPage')) },
  { path: 'checkout', ...page(() => import('~/storefront/pages/CheckoutPage')) },
  { path: 'order/:number', ...page(() => import('~/storefront/pages/OrderPage')) },
  { path: 'orders', ...page(() => import('~/storefront/pages/OrdersPage')) },
  { path: 'about', ...page(() => import('~/storefront/pages/AboutPage')) },
  { path: 'contact', ...page(() => import('~/storefront/pages/ContactPage')) },
  { path: 'faq', ...page(() => import('~/storefront/pages/FaqPage')) },
  { path: 'terms', ...page(() => import('~/storefront/pages/TermsPage')) },
  { path: 'privacy', ...page(() => import('~/storefront/pages/PrivacyPage')) },
  { path: 'subscription', ...page(() => import('~/storefront/pages/SubscriptionPage')) },
  { path: 'verify', ...page(() => import('~/storefront/pages/VerifyPage')) },
  { path: 'account', ...page(() => import('~/storefront/pages/AccountPage')) },
  { path: 'account/dashboard', ...page(() => import('~/storefront/pages/DashboardPage')) },
  { path: 'forgot-password', ...page(() => import('~/storefront/pages/ForgotPasswordPage')) },
  { path: 'reset-password', ...page(() => import('~/storefront/pages/ResetPasswordPage')) },
  { path: 'setup', ...page(() => import('~/storefront/pages/SetupPage')) },
  { path: '*', ...page(() => import('~/storefront/pages/NotFoundPage')) },
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
