import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { PageRoute } from '~/shared/lib/page'
import { ButtonLink } from '~/shared/ui/Button'

export const route: PageRoute = {
  path: '*',
  render: 'public',
  meta: () => ({ title: 'Page not found', status: 404 }),
}

export default function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => console.error('404: no page at', pathname), [pathname])
  return (
    <div className="on-ink glow-wall grid min-h-[70vh] place-items-center px-4 py-20 text-center text-paper">
      <div>
        <p aria-hidden="true" className="neon-text font-display text-[clamp(6rem,26vw,13rem)] leading-none">
          404
        </p>
        <h1 className="mt-4 font-display text-2xl sm:text-4xl">Oops! Page not found</h1>
        <p className="mx-auto mt-4 max-w-md text-lg text-mist">
          Somebody got here before you and took the last one. The shelves are this way.
        </p>
        <ButtonLink to="/" variant="hot" size="lg" className="mt-8">
          Return to Home
        </ButtonLink>
      </div>
    </div>
  )
}
