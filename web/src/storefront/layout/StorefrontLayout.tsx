import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { countVisit } from '~/storefront/visits'
import { ConnectionNotice } from './ConnectionNotice'
import { Footer } from './Footer'
import { Header } from './Header'

export function StorefrontLayout() {
  useEffect(() => countVisit('visit'), [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-3 left-3 z-60 -translate-y-24 rounded-full bg-secondary px-5 py-3 font-bold text-on-secondary focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <Main />
      <Footer />
      <ConnectionNotice />
    </div>
  )
}

/** Takes the focus after a navigation, so that keyboard and screen reader users start at the new page. */
function Main() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="main" ref={main} tabIndex={-1} className="flex-1">
      <Outlet />
    </main>
  )
}
