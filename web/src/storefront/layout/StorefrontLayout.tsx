import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { usePageFocus } from '~/shared/lib/page-focus'
import { countVisit } from '~/storefront/shared/visits'
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

function Main() {
  const main = usePageFocus()
  return (
    <main id="main" ref={main} tabIndex={-1} className="flex-1">
      <Outlet />
    </main>
  )
}
