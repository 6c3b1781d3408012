import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from './queries'
import type { LiveEvent } from './types'

type Kind = LiveEvent['type']

/** What goes stale with each kind of event. Staff pages keep their lists under ['admin', …]. */
const stale: Record<Kind, QueryKey[]> = {
  product: [
    keys.products,
    keys.categories,
    ['admin', 'products'],
    ['admin', 'categories'],
    ['admin', 'dashboard'],
  ],
  stock: [keys.products, ['admin', 'products']],
  category: [keys.categories, keys.products, ['admin', 'categories'], ['admin', 'dashboard']],
  setting: [keys.settings, ['admin', 'settings']],
  order: [keys.orders, ['admin', 'orders'], ['admin', 'dashboard']],
  session: [keys.session],
}
const kinds = Object.keys(stale) as Kind[]

const FLUSH_MS = 250
const HIDDEN_MS = 30_000

/** Gathers events and refetches once per moment, however fast they come. */
function createFlusher(client: QueryClient) {
  const pending = new Set<Kind>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    for (const key of [...pending].flatMap((kind) => stale[kind]))
      void client.invalidateQueries({ queryKey: key })
    pending.clear()
  }
  return {
    add(kind: Kind) {
      pending.add(kind)
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

function kindOf(event: MessageEvent<string>): Kind | undefined {
  if (kinds.includes(event.type as Kind)) return event.type as Kind
  try {
    const { type } = JSON.parse(event.data) as Partial<LiveEvent>
    return type && kinds.includes(type) ? type : undefined
  } catch {
    return undefined
  }
}

/** One event stream for the page, opened when the page has calmed down. */
export function useLiveUpdates() {
  const client = useQueryClient()
  useEffect(() => {
    const flusher = createFlusher(client)
    let source: EventSource | undefined
    let missed = false
    let hiding: ReturnType<typeof setTimeout> | undefined

    const onEvent = (event: MessageEvent<string>) => {
      const kind = kindOf(event)
      if (kind) flusher.add(kind)
    }
    function open() {
      if (source && source.readyState !== EventSource.CLOSED) return
      source = new EventSource('/api/events')
      source.onmessage = onEvent
      for (const kind of kinds) source.addEventListener(kind, onEvent)
      source.onopen = () => {
        // Whatever happened while nobody listened is caught up by asking again.
        if (missed) for (const kind of kinds) flusher.add(kind)
        missed = false
      }
      source.onerror = () => {
        missed = true
      }
    }
    function close() {
      source?.close()
      source = undefined
      missed = true
    }
    function onVisibility() {
      clearTimeout(hiding)
      if (!document.hidden) open()
      // Browsers allow six connections per site over HTTP/1: a shopper's forgotten tabs must not use them up.
      else if (!location.pathname.startsWith('/admin')) hiding = setTimeout(close, HIDDEN_MS)
    }

    const cancelIdle = whenIdle(open)
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('pagehide', close)
    addEventListener('pageshow', onVisibility)
    return () => {
      cancelIdle()
      clearTimeout(hiding)
      flusher.stop()
      source?.close()
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('pagehide', close)
      removeEventListener('pageshow', onVisibility)
    }
  }, [client])
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(work, 200)
  return () => clearTimeout(handle)
}
