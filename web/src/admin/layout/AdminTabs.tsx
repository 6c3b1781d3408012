import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { cn } from '~/shared/lib/cn'
import { adminPages, adminTabs } from './admin-pages'

/** The tab of a path; the dashboard when none fits. */
export function activeTab(pathname: string): string {
  if (pathname === adminPages.pickup.path) return adminPages.orders.path
  const under = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return adminTabs.slice(1).find((tab) => under(tab.path))?.path ?? adminPages.dashboard.path
}

export const tabId = (path: string) => `tab${path.replaceAll('/', '-')}`

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** The admin area's navigation. Each tab is a link; arrow keys move between them, Enter and Space open one. */
export function AdminTabs() {
  const { pathname } = useLocation()
  const active = activeTab(pathname)
  const list = useRef<HTMLDivElement>(null)

  // On a phone the row scrolls: bring the active tab into it.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#${tabId(active)}`)
    if (tab && list.current) {
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
    }
  }, [active])

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    if (event.key === ' ') tabs[at]?.click()
    const step = steps[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step && at + step
    if (event.key !== ' ' && to === undefined) return
    event.preventDefault()
    if (to !== undefined) tabs[(to + tabs.length) % tabs.length]?.focus()
  }

  return (
    <nav
      aria-label="Admin pages"
      className="sticky top-0 z-20 border-line border-b bg-paper/95 backdrop-blur print:hidden"
    >
      <div
        ref={list}
        role="tablist"
        aria-label="Admin"
        onKeyDown={walk}
        className="wrap relative flex gap-1 overflow-x-auto [scrollbar-width:none]"
      >
        {adminTabs.map((tab) => (
          <Link
            key={tab.path}
            id={tabId(tab.path)}
            to={tab.path}
            role="tab"
            aria-selected={tab.path === active}
            aria-controls="admin-panel"
            tabIndex={tab.path === active ? 0 : -1}
            className={cn(
              'relative grid min-h-12 place-items-center whitespace-nowrap px-3 font-semibold text-[0.925rem] -outline-offset-4 transition-colors',
              tab.path === active
                ? 'text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.75 after:rounded-t after:bg-primary'
                : 'text-mute hover:text-ink',
            )}
          >
            {tab.name}
          </Link>
        ))}
      </div>
    </nav>
  )
}
