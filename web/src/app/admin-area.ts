import pages from 'virtual:lazy-pages/admin'
import type { RouteObject } from 'react-router'
import { lazyRoute, lazyRoutes } from './lazy-pages'

/** The admin area: its layout and its pages. The list of them is loaded with the first one. */
export const adminArea: RouteObject = {
  path: '/admin',
  ...lazyRoute(() => import('~/admin/layout/AdminLayout')),
  children: lazyRoutes(pages),
}
