import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For the element that holds the page: it gets the focus after a navigation, so that keyboard and screen reader users start there. */
export function usePageFocus() {
  const { pathname } = useLocation()
  const page = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    page.current?.focus({ preventScroll: true })
  }, [pathname])
  return page
}
