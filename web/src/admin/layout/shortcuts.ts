import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { adminPages } from './admin-pages'
import { openHelp, openPalette } from './palette-store'

const GO_MS = 1500

/** The second key after g, and where it goes. */
export const goTo: Record<string, { path: string; name: string }> = {
  d: adminPages.dashboard,
  p: adminPages.products,
  c: adminPages.categories,
  o: adminPages.orders,
  s: adminPages.settings,
  u: adminPages.customers,
  b: adminPages.subscribers,
  r: adminPages.promotions,
  w: adminPages.drops,
  a: adminPages.audit,
  h: adminPages.health,
  k: adminPages.pickup,
}

/** Where the key n leads from a list. */
function newPath(pathname: string): string {
  const { categories, drops, newCategory, newDrop, newProduct } = adminPages
  if (pathname.startsWith(categories.path)) return newCategory.path
  return pathname.startsWith(drops.path) ? newDrop.path : newProduct.path
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null)
  )
}

/** ⌘K or Ctrl-K anywhere; single keys only where nobody types and no dialog is open. */
export function useShortcuts() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const wentAt = useRef(0)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('[role=dialog], [role=menu]')) return
      const go = event.timeStamp - wentAt.current < GO_MS
      wentAt.current = 0
      const page = go ? goTo[event.key] : undefined
      if (page) void navigate(page.path)
      else if (event.key === 'g') wentAt.current = event.timeStamp
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-list-search]')
        if (search) search.focus()
        else openPalette()
      } else if (event.key === '?') openHelp()
      else if (event.key === 'n') void navigate(newPath(pathname))
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, pathname])
}
