import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const DAY = 86_400_000
const START = Date.UTC(2031, 4, 6, 7, 8, 9, 400)

/** How long the next answers take on their way back; a negative one fails. */
let delays: number[] = []
let asked = 0
/** The shop's time: what really passes, whatever the device's clock shows. */
const shopTime = () => START + performance.now()

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: START })
  const begun = performance.now()
  const steady = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => steady() - begun)
  delays = []
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    const delay = delays.shift() ?? 10
    if (delay < 0) throw new TypeError('no connection')
    const answer = new Response(JSON.stringify({ now: shopTime() }))
    await new Promise((resolve) => setTimeout(resolve, delay))
    return answer
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function start(stepMs?: number) {
  const clock = await import('./clock')
  const hook = renderHook(() => clock.useNow(stepMs))
  return { ...hook, ...clock }
}

describe("the shop's clock", () => {
  it('is unknown at first, then right, with a device clock that is a day wrong and stepping', async () => {
    vi.setSystemTime(START - DAY)
    const { result, serverNow } = await start()
    expect(result.current).toBeUndefined()
    expect(serverNow()).toBeUndefined()
    await pass(200)
    for (let second = 0; second < 60; second++) {
      vi.setSystemTime(Date.now() + (second % 2 === 0 ? 2 * DAY : -3 * DAY))
      await pass(1000)
      expect(Math.abs((serverNow() ?? 0) - shopTime())).toBeLessThanOrEqual(250)
    }
  })

  it('renders at whole seconds of the shop, not more often', async () => {
    const renders: number[] = []
    const { useNow } = await import('./clock')
    renderHook(() => {
      const now = useNow()
      if (now) renders.push(now % 1000)
    })
    await pass(10_500)
    expect(renders.length).toBeLessThanOrEqual(12)
    expect(renders.slice(1).every((rest) => rest < 20)).toBe(true)
  })

  it('takes the largest of three estimates, because delay only makes one late', async () => {
    delays = [900, 20, 2000]
    const { serverNow } = await start()
    await pass(4000)
    expect(asked).toBe(3)
    expect(shopTime() - (serverNow() ?? 0)).toBeLessThanOrEqual(21)
  })

  it('asks again when the page becomes visible', async () => {
    const { serverNow } = await start()
    await pass(1000)
    expect(asked).toBe(3)
    // While the device slept an hour passed for the shop, but not for performance.now().
    vi.stubGlobal('fetch', async () => {
      asked++
      return new Response(JSON.stringify({ now: shopTime() + 3_600_000 }))
    })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(1000)
    expect(asked).toBe(6)
    expect(Math.abs((serverNow() ?? 0) - shopTime() - 3_600_000)).toBeLessThanOrEqual(1)
  })

  it('asks again after a while when there is no connection', async () => {
    delays = [-1]
    const { result } = await start()
    await pass(2000)
    expect(asked).toBe(1)
    expect(result.current).toBeUndefined()
    await pass(2000)
    expect(asked).toBe(4)
    expect(result.current).toBeDefined()
  })
})
