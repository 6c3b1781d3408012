import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startStream } from './live-stream'
import { keys } from './queries'
import { joinStream } from './shared-stream'

class Source {
  static readonly CLOSED = 2
  static all: Source[] = []
  static open = () => Source.all.filter((source) => source.readyState !== Source.CLOSED)
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

/** Locks as browsers have them: one holder per name, the others wait in line. */
class Locks {
  held = new Set<string>()
  waiting: (() => void)[] = []
  async request(name: string, ...rest: unknown[]) {
    const options = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean; signal?: AbortSignal }
    const work = rest.at(-1) as (lock: object | null) => Promise<unknown>
    if (this.held.has(name)) {
      if (options.ifAvailable) return work(null)
      await new Promise<void>((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')))
        this.waiting.push(resolve)
      })
    }
    this.held.add(name)
    try {
      return await work({})
    } finally {
      this.held.delete(name)
      this.waiting.shift()?.()
    }
  }
}

/** Channels that deliver at once. */
class Channel {
  static all = new Set<Channel>()
  onmessage?: (event: { data: unknown }) => void
  readonly name: string
  constructor(name: string) {
    this.name = name
    Channel.all.add(this)
  }
  postMessage(data: unknown) {
    for (const other of Channel.all)
      if (other !== this && other.name === this.name) other.onmessage?.({ data })
  }
  close() {
    Channel.all.delete(this)
  }
}

const runPending = () => vi.advanceTimersByTimeAsync(0)
let leave: (() => void)[]

function tab(name = 'live') {
  const listener = { onEvent: vi.fn(), onGap: vi.fn() }
  const stop = joinStream(name, listener)
  leave.push(stop)
  return { ...listener, stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('BroadcastChannel', Channel)
  Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true })
  Source.all = []
  Channel.all.clear()
  leave = []
})
afterEach(() => {
  for (const stop of leave) stop()
  Reflect.deleteProperty(navigator, 'locks')
  Reflect.deleteProperty(document, 'hidden')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a shared stream', () => {
  it('is one connection for seven tabs, and every tab hears each event once', async () => {
    const tabs = Array.from({ length: 7 }, () => tab())
    await runPending()
    expect(Source.open()).toHaveLength(1)
    Source.all[0]?.onmessage?.({ data: '{"type":"product"}' })
    for (const { onEvent } of tabs) expect(onEvent.mock.calls).toEqual([['{"type":"product"}']])
  })

  it('goes over to the next tab when its holder leaves, and all look at everything again', async () => {
    const [first, second, third] = [tab(), tab(), tab()]
    await runPending()
    first.stop()
    await runPending()
    expect(Source.open()).toHaveLength(1)
    Source.open()[0]?.onopen?.()
    expect(second.onGap).toHaveBeenCalledTimes(1)
    expect(third.onGap).toHaveBeenCalledTimes(1)
    expect(first.onGap).not.toHaveBeenCalled()
  })

  it('is not shared between two people', async () => {
    const casey = tab('live-1')
    const robin = tab('live-2')
    await runPending()
    expect(Source.open()).toHaveLength(2)
    Source.all[0]?.onmessage?.({ data: 'x' })
    expect(casey.onEvent).toHaveBeenCalledTimes(1)
    expect(robin.onEvent).not.toHaveBeenCalled()
  })

  it('polls while the server refuses it, and stops polling when it is there', async () => {
    const { onGap } = tab()
    await runPending()
    Source.all[0]?.refuse()
    await vi.advanceTimersByTimeAsync(1000)
    Source.all[1]?.refuse()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(onGap).toHaveBeenCalledTimes(1)
    Source.all.at(-1)?.onopen?.()
    expect(onGap).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onGap).toHaveBeenCalledTimes(2)
  })
})

describe('a tab', () => {
  function look(hidden: boolean) {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }

  it.each(['/', '/admin'])('in the background at %s opens no stream until it is looked at', async (path) => {
    history.replaceState(null, '', path)
    look(true)
    leave.push(startStream(new QueryClient()))
    await runPending()
    expect(Source.all).toHaveLength(0)
    look(false)
    await runPending()
    expect(Source.open()).toHaveLength(1)
  })

  it.each(['/', '/admin'])(
    'that is hidden at %s closes its stream and catches up when it is back',
    async (path) => {
      history.replaceState(null, '', path)
      const client = new QueryClient()
      leave.push(startStream(client))
      await runPending()
      look(true)
      await vi.advanceTimersByTimeAsync(2000)
      expect(Source.open()).toHaveLength(0)
      client.setQueryData(keys.settings, {})
      look(false)
      await vi.advanceTimersByTimeAsync(250)
      expect(Source.open()).toHaveLength(1)
      expect(client.getQueryState(keys.settings)?.isInvalidated).toBe(true)
    },
  )
})
