import type { QueryClient } from '@tanstack/react-query'
import { currentPath } from '~/shared/lib/preview'
import { isAdminPath } from './lazy-admin-area'
import { titleOf } from './page-routes'

let follows = false

/** Titles the tab as the `route` of the page at hand says, and from then on follows the data that the title depends on. */
export function showTitle(client: QueryClient) {
  const update = () => {
    if (isAdminPath(window.location.pathname)) return // its pages title themselves
    const { origin, search } = window.location
    const address = new URL(origin + currentPath() + search)
    const title = titleOf(address, ({ queryKey }) => client.getQueryData(queryKey))
    if (title !== undefined) document.title = title
  }
  update()
  if (follows) return
  follows = true
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') update()
  })
}
