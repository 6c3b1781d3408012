import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keys } from './queries'
import { patchStock } from './stock'
import type { LiveEvent } from './types'

type Kind = Exclude<LiveEvent['type'], 'resync'>

const staffProducts: QueryKey = ['admin', 'products']
const staffOrders: QueryKey = ['admin', 'orders']
const dashboard: QueryKey = ['admin', 'dashboard']
/** Prices that the server computes for a cart with the current rules. */
const reckoned: QueryKey[] = [
  [...keys.cart, 'quote'],
  [...keys.cart, 'promo'],
]

/** The query keys that each kind of event makes stale. Admin pages have theirs under ['admin', …]. */
const stale: Record<Kind, QueryKey[]> = {
  product: [keys.products, keys.categories, staffProducts, ['admin', 'categories'], dashboard],
  stock: [keys.products, staffProducts, dashboard],
  category: [keys.categories, keys.products, ['admin', 'categories'], dashboard],
  setting: [keys.settings, ...reckoned, ['admin', 'settings'], staffOrders, dashboard],
  order: [keys.orders, staffOrders, ['admin', 'customers'], dashboard],
  cart: [keys.cart],
  session: [keys.session],
}
const kinds = Object.keys(stale) as Kind[]

const FLUSH_MS = 250
const HIDDEN_MS = 30_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** Collects events and invalidates once per interval, however fast they come. */
function createFlusher(client: QueryClient) {
  const pending = new Set<Kind>()
  const units = new Map<number, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const stalest = [...pending].flatMap((kind) => stale[kind])
    // In a drop stock changes every second: the event's number is written into the cache instead of refetching.
    if (units.size > 0)
      stalest.push(staffProducts, dashboard, ...(patchStock(client, units) ? [] : [keys.products]))
    pending.clear()
    units.clear()
    for (const key of new Set(stalest)) void client.invalidateQueries({ queryKey: key })
  }
  return {
    add(event: { type: Kind; id?: number; units?: number }) {
      if (event.type === 'stock' && event.id !== undefined && event.units !== undefined) {
        units.set(event.id, event.units)
      } else {
        pending.add(event.type)
      }
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

function read(text: string): LiveEvent | undefined {
  try {
    const event = JSON.parse(text) as LiveEvent
    return event.type === 'resync' || kinds.includes(event.type) ? event : undefined
  } catch {
    return undefined
  }
}

/** Opens the page's event stream and keeps it while the tab is visible. Returns a function that closes it. */
export function startStream(client: QueryClient): () => void {
  const flusher = createFlusher(client)
  let source: EventSource | undefined
  let missed = false
  let hiding: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_PAUSE_MS

  function catchUp() {
    for (const type of kinds) flusher.add({ type })
  }
  function onEvent({ data }: MessageEvent<string>) {
    const event = read(data)
    if (event?.type === 'resync') catchUp()
    else if (event) flusher.add({ ...event, type: event.type })
  }
  function open() {
    clearTimeout(reopening)
    if (source && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(`/api/events${sinceMade()}`)
    source.onmessage = onEvent
    source.onopen = () => {
      // Events may have been missed while disconnected: refetch.
      if (missed) catchUp()
      missed = false
      pause = FIRST_PAUSE_MS
    }
    source.onerror = () => {
      missed = true
      // The browser reconnects by itself after a lost connection, but not after a response that is no stream (a restart behind a proxy).
      if (source?.readyState !== EventSource.CLOSED) return
      reopening = setTimeout(open, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
  function close() {
    clearTimeout(reopening)
    source?.close()
    source = undefined
    missed = true
  }
  function onVisibility() {
    clearTimeout(hiding)
    if (!document.hidden) open()
    // Browsers allow six connections per site over HTTP/1: hidden tabs must not use them up.
    else if (!location.pathname.startsWith('/admin')) hiding = setTimeout(close, HIDDEN_MS)
  }

  open()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', close)
  addEventListener('pageshow', onVisibility)
  return () => {
    clearTimeout(hiding)
    clearTimeout(reopening)
    flusher.stop()
    source?.close()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', onVisibility)
  }
}

/** When the page was rendered: the stream starts with the stock changes since then. */
function sinceMade(): string {
  const made = document.getElementById('snackdrop-data')?.dataset
  return made?.at ? `?since=${made.at}&version=${made.version}` : ''
}
