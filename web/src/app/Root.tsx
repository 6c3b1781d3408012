import { useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useLiveUpdates } from '~/shared/api/live'
import { AuthProvider } from '~/shared/auth/AuthProvider'
import { useSettings } from '~/shared/lib/settings'
import { LazyToaster } from '~/shared/ui/LazyToaster'
import { ShopMoney } from '~/shared/ui/Money'
import { CartProvider } from '~/storefront/cart/CartProvider'

/** The parent of every page: provides who is signed in, the cart, the shop's colours, live updates and notices. */
export function Root() {
  // Replays what was pressed and typed before hydration: internal/ssr/deferred-hydration.js.
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return (
    <AuthProvider>
      <CartProvider>
        <ShopMoney>
          <Outlet />
        </ShopMoney>
        <ScrollRestoration getKey={scrollKey} />
        <LazyToaster />
        <BackgroundEffects />
      </CartProvider>
    </AuthProvider>
  )
}

/** Effects without a visible part. In a component of their own, so that their updates re-render nothing else. */
function BackgroundEffects() {
  useLiveUpdates()
  useThemeColors()
  return null
}

/** The first colours come with the HTML; this follows a change made while the page is open. */
function useThemeColors() {
  const setting = useSettings()
  const primary = setting('primary_color')
  const secondary = setting('secondary_color')
  const shown = useRef(`${primary} ${secondary}`)
  useEffect(() => {
    if (shown.current === `${primary} ${secondary}`) return // the browser would work out every style anew
    shown.current = `${primary} ${secondary}`
    void import('~/shared/lib/theme').then(({ themeVariables }) => {
      if (shown.current !== `${primary} ${secondary}`) return // changed again meanwhile
      for (const [name, value] of Object.entries(themeVariables(primary, secondary))) {
        document.documentElement.style.setProperty(name, value)
      }
    })
  }, [primary, secondary])
}

/** The first page of a visit always has the key 'default': a new page must not begin where another one was left. */
function scrollKey({ key, pathname, search }: Location) {
  return key === 'default' ? pathname + search : key
}
