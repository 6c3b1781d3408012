import { type DataRouter, matchRoutes, type RouteObject, redirect, replace } from 'react-router'
import { ROOT, routes, storefront } from './routes'

export const isAdminPath = (pathname: string) => /^\/admin(\/|$)/.test(pathname)

let adding: Promise<RouteObject> | undefined

/** Adds the admin area to the routes, once. */
function addAdminArea(): Promise<RouteObject> {
  adding ??= import('./admin-area').then(
    ({ adminArea }) => {
      routes[0]?.children?.push(adminArea)
      return adminArea
    },
    (error: unknown) => {
      adding = undefined // there was no connection; the next try may succeed
      throw error
    },
  )
  return adding
}

/** Adds the admin area now if the visit begins there, else when it is first opened: shoppers do not download its list of pages. */
export async function prepareAdminArea(getRouter: () => DataRouter) {
  if (isAdminPath(window.location.pathname)) return void (await addAdminArea())
  storefront.push({
    path: '/admin/*',
    async lazy() {
      const [area, { default: Component }] = await Promise.all([
        addAdminArea(),
        import('~/storefront/pages/not-found.page'),
      ])
      getRouter().patchRoutes(ROOT, [area])
      return {
        Component,
        // Opens the same address again, which the area has now; for any other the page says that there is none.
        loader({ request }: { request: Request }) {
          const { pathname, search } = new URL(request.url)
          if (!matchRoutes([area], pathname)) return null
          // Back and Forward have moved the browser to this address already: it must not get a second entry.
          const open = window.location.pathname === pathname ? replace : redirect
          return open(pathname + search)
        },
      }
    },
  })
}
