import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useLiveUpdates } from '~/shared/api/live'
import { AuthProvider } from '~/shared/auth/auth'
import { useSettings } from '~/shared/lib/settings'
import { themeVariables } from '~/shared/lib/theme'
import { LazyToaster } from '~/shared/ui/LazyToaster'
import { ShopMoney } from '~/shared/ui/money'
import { CartProvider } from '~/storefront/cart/cart'

/** What every page stands in: who is signed in, the cart, the shop's colours, live updates, notices. */
export function Root() {
  // Replays what was pressed and typed before hydration: internal/ssr/deferred-hydration.js.
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return (
    <AuthProvider>
      <CartProvider>
        <ShopMoney>
          <Outlet />
        </ShopMoney>
        <ScrollRestoration getKey={placeOf} />
        <LazyToaster />
        <Unseen />
      </CartProvider>
    </AuthProvider>
  )
}

/** What goes on without being seen. It stands apart, so that news of it draws nothing else anew. */
function Unseen() {
  useLiveUpdates()
  useThemeColors()
  usePrefetching()
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
    for (const [name, value] of Object.entries(themeVariables(primary, secondary))) {
      document.documentElement.style.setProperty(name, value)
    }
  }, [primary, secondary])
}

/** Fetches what stands behind the links that somebody points at. The code for it comes with the first sign of a pointer. */
function usePrefetching() {
  const client = useQueryClient()
  useEffect(() => {
    const signs = ['pointerover', 'focusin']
    const stop = () => {
      for (const sign of signs) removeEventListener(sign, start)
    }
    function start(event: Event) {
      stop()
      import('./prefetch').then(
        ({ startPrefetching }) => startPrefetching(client, event),
        () => undefined,
      )
    }
    for (const sign of signs) addEventListener(sign, start, { passive: true })
    return stop
  }, [client])
}

/** The first page of a visit always has the key 'default': a new page must not begin where another one was left. */
function placeOf({ key, pathname, search }: Location) {
  return key === 'default' ? pathname + search : key
}
