import storefrontPages from 'virtual:lazy-pages/storefront'
import type { RouteObject } from 'react-router'
import { StorefrontLayout } from '~/storefront/layout/StorefrontLayout'
import { ErrorPage } from './ErrorPage'
import { lazyRoutes } from './lazy-pages'
import { Root } from './Root'

/** Adding a page takes nothing but its file: see web/page-modules.ts. */
export const storefront = lazyRoutes(storefrontPages)

export const ROOT = 'root'

/** The storefront alone: the browser adds the admin area when somebody opens it (lazy-admin-area.ts). */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: Root,
    errorElement: <ErrorPage />,
    children: [
      { Component: StorefrontLayout, children: [{ errorElement: <ErrorPage />, children: storefront }] },
    ],
  },
]
