import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startStream } from './live-stream'
import { keys } from './queries'

/** As far as a browser's goes; what the server does is said by the test. */
class Source {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 0
  onopen?: () => void
  onerror?: () => void
  onmessage?: (event: { data: string }) => void
  constructor() {
    Source.all.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  refuse() {
    this.readyState = Source.CLOSED
    this.onerror?.()
  }
}
const last = () => Source.all.at(-1) as Source

let client: QueryClient
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  Source.all = []
  client = new QueryClient()
  stop = startStream(client)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the stream', () => {
  it('is opened again after an answer that was none, with growing pauses, and catches up', () => {
    client.setQueryData(keys.settings, {})
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = Source.all.length
      last().refuse()
      vi.advanceTimersByTime(pause - 1)
      expect(Source.all).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(Source.all).toHaveLength(before + 1)
    }
    last().onopen?.()
    vi.advanceTimersByTime(250)
    expect(client.getQueryState(keys.settings)?.isInvalidated).toBe(true)
    last().refuse()
    vi.advanceTimersByTime(1000)
    expect(Source.all).toHaveLength(9)
  })

  it('leaves a lost line to the browser, and is not opened again once stopped', () => {
    last().onerror?.()
    vi.advanceTimersByTime(60_000)
    expect(Source.all).toHaveLength(1)
    last().refuse()
    stop()
    vi.advanceTimersByTime(60_000)
    expect(Source.all).toHaveLength(1)
  })

  it('a changed setting makes the prices of a cart stale', () => {
    const stale = [
      [...keys.cart, 'quote', {}],
      [...keys.cart, 'promo', 'HYPE10', []],
    ]
    const account = [...keys.cart, 7]
    for (const key of [...stale, account]) client.setQueryData(key, {})
    last().onmessage?.({ data: JSON.stringify({ type: 'setting' }) })
    vi.advanceTimersByTime(3000)
    for (const key of stale) expect(client.getQueryState(key)?.isInvalidated).toBe(true)
    expect(client.getQueryState(account)?.isInvalidated).toBe(false)
  })

  it('a resync refetches everything, each page at another moment', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    client.setQueryData(keys.products, {})
    last().onmessage?.({ data: JSON.stringify({ type: 'resync' }) })
    last().onmessage?.({ data: JSON.stringify({ type: 'resync' }) })
    vi.advanceTimersByTime(5_000)
    expect(client.getQueryState(keys.products)?.isInvalidated).toBe(false)
    vi.advanceTimersByTime(250)
    expect(client.getQueryState(keys.products)?.isInvalidated).toBe(true)
    vi.restoreAllMocks()
  })

  it.each([
    // The dashboard warns of low stock; the settings say which statuses orders may have.
    [{ type: 'stock', id: 3, units: 2 }, ['dashboard', 'products']],
    [{ type: 'stock', id: 3 }, ['dashboard', 'products']],
    [{ type: 'setting' }, ['dashboard', 'orders']],
  ])('%o reaches the pages of staff', (event, names) => {
    for (const name of ['dashboard', 'orders', 'products', 'audit']) client.setQueryData(['admin', name], {})
    last().onmessage?.({ data: JSON.stringify(event) })
    vi.advanceTimersByTime(3000)
    const stale = client.getQueryCache().findAll({ predicate: (query) => query.state.isInvalidated })
    expect(stale.map((query) => query.queryKey[1])).toEqual(names)
  })

  it('refetches what everybody hears of within three seconds, and what is one’s own at once', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    for (const key of [keys.products, keys.orders]) client.setQueryData(key, {})
    for (const type of ['product', 'order']) last().onmessage?.({ data: JSON.stringify({ type }) })
    vi.advanceTimersByTime(250)
    expect(client.getQueryState(keys.orders)?.isInvalidated).toBe(true)
    vi.advanceTimersByTime(2400)
    expect(client.getQueryState(keys.products)?.isInvalidated).toBe(false)
    vi.advanceTimersByTime(100)
    expect(client.getQueryState(keys.products)?.isInvalidated).toBe(true)
    vi.restoreAllMocks()
  })
})

/** Counts how often the list of products is asked for again. */
function countLists() {
  let lists = 0
  const invalidate = client.invalidateQueries.bind(client)
  vi.spyOn(client, 'invalidateQueries').mockImplementation((filters, options) => {
    if (filters?.queryKey === keys.products) lists++
    return invalidate(filters, options)
  })
  return () => lists
}

describe('a rush', () => {
  const drop = { slug: 'night', mode: 'open', phase: 'live', free: 0, held: 1 }
  it.each([
    ['of a drop', drop, 0],
    ['outside of drops', undefined, 1],
  ])('of a hundred flickers of the last unit %s asks for the list at most once', (_, drop, most) => {
    const product = { id: 3, in_stock: false, stock_quantity: 0, drop }
    client.setQueryData([...keys.products, 'list'], { items: [product] })
    const lists = countLists()
    for (let flicker = 0; flicker < 100; flicker++) {
      const event = { type: 'stock', id: 3, units: flicker % 2, held: 1 - (flicker % 2) }
      last().onmessage?.({ data: JSON.stringify(event) })
      vi.advanceTimersByTime(250)
    }
    vi.advanceTimersByTime(3000)
    expect(lists()).toBeLessThanOrEqual(most)
  })

  it('after a restart spreads the requests of open pages over more than three seconds', () => {
    const times: number[] = []
    const clients = Array.from({ length: 200 }, () => {
      const each = new QueryClient()
      vi.spyOn(each, 'invalidateQueries').mockImplementation(async () => void times.push(Date.now()))
      return startStream(each)
    })
    for (const source of Source.all.slice(1)) {
      source.onerror?.()
      source.onopen?.()
    }
    vi.advanceTimersByTime(15_000)
    for (const each of clients) each()
    expect(new Set(times).size).toBeGreaterThan(100)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(3000)
    const firstSeconds = times.filter((at) => at < Math.min(...times) + 3000)
    expect(firstSeconds.length).toBeLessThan(times.length / 2)
  })

  it('is right within ten seconds on a page that gets no stream', () => {
    client.setQueryData(keys.products, {})
    client.setQueryData(keys.drops, {})
    last().refuse()
    vi.advanceTimersByTime(9900)
    for (const key of [keys.products, keys.drops]) expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  })
})
