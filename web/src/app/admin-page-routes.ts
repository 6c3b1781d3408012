import type { PageRoute } from '~/shared/lib/page'

/** The pages of the admin area by their source files, for the server: see page-routes.ts. */
export const adminPageRoutes = import.meta.glob<PageRoute>('../admin/pages/*.page.tsx', {
  eager: true,
  query: '?route',
  import: 'route',
})
