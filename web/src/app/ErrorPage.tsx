import { isRouteErrorResponse, useRouteError } from 'react-router'
import { NotFoundPage } from '~/storefront/pages/NotFoundPage'

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return error.statusText
  return error instanceof Error ? error.message : 'Unknown error'
}

/** What a shopper sees when a page broke: the router's own words, and a way out. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <main>
      <h1>Unexpected Application Error!</h1>
      <p>{messageOf(error)}</p>
      <a href="/">Return to Home</a>
    </main>
  )
}
