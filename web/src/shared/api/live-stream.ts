import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keys } from './queries'
import { joinStream } from './shared-stream'
import { patchStock, type StockLeft } from './stock'
import type { LiveEvent } from './types'

type Kind = Exclude<LiveEvent['type'], 'resync'>

const staffProducts: QueryKey = ['admin', 'products']
const staffOrders: QueryKey = ['admin', 'orders']
const dashboard: QueryKey = ['admin', 'dashboard']
/** Prices that the server computes for a cart with the current rules. */
const cartPrices: QueryKey[] = [
  [...keys.cart, 'quote'],
  [...keys.cart, 'promo'],
]

/** The query keys that each kind of event makes stale. Admin pages have theirs under ['admin', …]. */
const stale: Record<Kind, QueryKey[]> = {
  product: [keys.products, keys.categories, staffProducts, ['admin', 'categories'], dashboard],
  stock: [keys.products, staffProducts, dashboard],
  category: [keys.categories, keys.products, ['admin', 'categories'], dashboard],
  setting: [keys.settings, ...cartPrices, ['admin', 'settings'], staffOrders, dashboard],
  order: [keys.orders, staffOrders, ['admin', 'customers'], dashboard],
  cart: [keys.cart],
  drop: [keys.drops, keys.products, ['admin', 'drops']],
  session: [keys.session],
}
const kinds = Object.keys(stale) as Kind[]

/** Events that every open page gets: pages refetch within SPREAD_MS, not all in the same moment. */
const publicKinds = new Set<Kind>(['product', 'stock', 'category', 'setting', 'drop'])

const FLUSH_MS = 250
const SPREAD_MS = 3000
/** After a restart every open page misses events: they refetch within this time. */
const RESYNC_MS = 10_000
/** Products whose new count cannot be written into the cache, because they sold out or came back, are refetched once in this time. */
const ASK_MS = 30_000
/** Switching tabs back and forth does not open a stream each time. */
const HIDDEN_MS = 2000

type Timer = ReturnType<typeof setTimeout>

/** Collects events and invalidates once per interval, however fast they come. */
function createFlusher(client: QueryClient) {
  const soon = new Set<Kind>()
  const spread = new Set<Kind>()
  const units = new Map<number, StockLeft>()
  let timer: Timer | undefined
  let spreading: Timer | undefined
  let asked: Timer | undefined

  function invalidate(kinds: Set<Kind>, more: QueryKey[] = []) {
    const stalest = [...[...kinds].flatMap((kind) => stale[kind]), ...more]
    kinds.clear()
    for (const key of new Set(stalest)) void client.invalidateQueries({ queryKey: key })
  }
  function flush() {
    timer = undefined
    // In a drop stock changes every second: the event's number is written into the cache instead of refetching.
    const counted = units.size > 0
    if (counted && !patchStock(client, units) && !asked) {
      asked = setTimeout(() => (asked = undefined), ASK_MS)
      reloadLater('stock')
    }
    units.clear()
    invalidate(soon, counted ? [staffProducts, dashboard] : [])
  }
  function reloadLater(kind: Kind) {
    spread.add(kind)
    spreading ??= setTimeout(() => {
      spreading = undefined
      invalidate(spread)
    }, Math.random() * SPREAD_MS)
  }
  function reloadSoon(kind: Kind) {
    soon.add(kind)
    timer ??= setTimeout(flush, FLUSH_MS)
  }
  return {
    reloadSoon,
    add(event: { type: Kind; id?: number; units?: number; held?: number }) {
      if (event.type === 'stock' && event.id !== undefined && event.units !== undefined) {
        units.set(event.id, { units: event.units, held: event.held })
        timer ??= setTimeout(flush, FLUSH_MS)
      } else if (publicKinds.has(event.type)) reloadLater(event.type)
      else reloadSoon(event.type)
    },
    stop() {
      for (const each of [timer, spreading, asked]) clearTimeout(each)
    },
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

/**
 * Keeps the page's data fresh while the tab is visible. A hidden tab, or one that starts hidden, has no part in
 * the stream: it refetches when it becomes visible. Returns a function that stops it.
 */
export function startStream(client: QueryClient, userId = 0): () => void {
  const flusher = createFlusher(client)
  let leave: (() => void) | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let missed = false
  let catchingUp: ReturnType<typeof setTimeout> | undefined

  function catchUp() {
    clearTimeout(catchingUp)
    catchingUp = undefined
    for (const type of kinds) flusher.reloadSoon(type)
  }
  function catchUpSoon() {
    catchingUp ??= setTimeout(catchUp, Math.random() * RESYNC_MS)
  }
  function onEvent(data: string) {
    const event = read(data)
    if (event?.type === 'resync') catchUpSoon()
    else if (event) flusher.add({ ...event, type: event.type })
  }
  function listen() {
    if (leave) return
    if (missed) catchUp()
    missed = false
    leave = joinStream(`snackdrop-live-${userId}`, { onEvent, onGap: catchUpSoon })
  }
  function pause() {
    if (!leave) return
    leave()
    leave = undefined
    missed = true
  }
  function onVisibility() {
    clearTimeout(hiding)
    if (!document.hidden) listen()
    else hiding = setTimeout(pause, HIDDEN_MS)
  }

  if (!document.hidden) listen()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', pause)
  addEventListener('pageshow', onVisibility)
  return () => {
    clearTimeout(hiding)
    clearTimeout(catchingUp)
    flusher.stop()
    leave?.()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', pause)
    removeEventListener('pageshow', onVisibility)
  }
}
