import { useEffect, useState } from 'react'
import { api, unwrap } from '~/shared/api/client'

const SAMPLES = 3
const UNKNOWN_MS = 100
const RETRY_MS = 3000

/** The shop's time less performance.now(), which runs on steadily when the device's clock is wrong or set. */
let offset: number | undefined
let measuring = false

/** The shop's time in milliseconds since 1970, or undefined until the server was asked. useNow() asks. */
export const serverNow = () => offset && offset + performance.now()

/** Delay only makes a response late, so the largest of three estimates is the best. */
async function measure() {
  let largest = 0
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { now } = await unwrap(api.GET('/api/clock'))
    largest = Math.max(largest, now - performance.now())
    offset ??= largest
  }
  offset = largest
}

/** Measures again, unless that is under way or has just failed. */
async function syncClock() {
  if (measuring) return
  measuring = true
  try {
    await measure()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  measuring = false
}

/** While a page is hidden or its device sleeps, performance.now() may stand still. */
function onVisibility() {
  if (!document.hidden) void syncClock()
}

/**
 * The shop's time in milliseconds since 1970, rendered again at every whole step of it. It is undefined on the server,
 * in the first render and until the shop's time is known: what the server rendered is cached, so it shows no time.
 */
export function useNow(stepMs = 1000): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const at = serverNow()
      setNow(at)
      if (!at) void syncClock()
      timer = setTimeout(tick, at ? stepMs - (at % stepMs) : UNKNOWN_MS)
    }
    tick()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [stepMs])
  return now
}
