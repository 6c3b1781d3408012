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

  it('a changed setting makes what was reckoned for a cart stale', () => {
    const stale = [
      [...keys.cart, 'quote', {}],
      [...keys.cart, 'promo', 'HYPE10', []],
    ]
    const account = [...keys.cart, 7]
    for (const key of [...stale, account]) client.setQueryData(key, {})
    last().onmessage?.({ data: JSON.stringify({ type: 'setting' }) })
    vi.advanceTimersByTime(250)
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
    vi.advanceTimersByTime(250)
    const stale = client.getQueryCache().findAll({ predicate: (query) => query.state.isInvalidated })
    expect(stale.map((query) => query.queryKey[1])).toEqual(names)
  })
})
