import { isRouteErrorResponse, useRouteError } from 'react-router'
import { buttonClass } from '~/shared/ui/Button'

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return error.statusText
  return (error instanceof Error && error.message) || 'Unknown error'
}

/** What a shopper sees when a page failed: the message of the router, and links that lead on. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <div className="on-ink glow-wall grid min-h-[70vh] place-items-center px-4 py-20 text-center text-paper">
      <div role="alert" className="max-w-xl">
        <h1 className="font-display text-2xl sm:text-4xl">Unexpected Application Error!</h1>
        <p className="wrap-anywhere mt-4 rounded-2xl bg-ink-3 px-5 py-4 text-left font-mono text-mist text-sm">
          {messageOf(error)}
        </p>
        {/* A full load, not a navigation: whatever broke is gone with the page. */}
        <a href="/" className={buttonClass({ variant: 'hot', size: 'lg', className: 'mt-8' })}>
          Return to Home
        </a>
      </div>
    </div>
  )
}
