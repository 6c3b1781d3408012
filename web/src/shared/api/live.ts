import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from './queries'

/** One event stream for the page. Its code is loaded and the stream opened when the page is idle. */
export function useLiveUpdates() {
  const client = useQueryClient()
  const userId = useQuery(sessionQuery).data?.user?.id ?? 0
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    async function start() {
      try {
        const { startStream } = await import('./live-stream')
        if (!gone) stop = startStream(client, userId)
      } catch {
        // The code could not be loaded without a connection; it is loaded when the browser is online again.
        addEventListener('online', start, { once: true })
      }
    }
    const cancelIdle = whenIdle(start)
    return () => {
      gone = true
      cancelIdle()
      removeEventListener('online', start)
      stop?.()
    }
  }, [client, userId])
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(work, 200)
  return () => clearTimeout(handle)
}
