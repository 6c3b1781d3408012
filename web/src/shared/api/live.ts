import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from './queries'

/** One event stream for the page. Its code is fetched and the stream opened when the page has calmed down. */
export function useLiveUpdates() {
  const client = useQueryClient()
  const userId = useQuery(sessionQuery).data?.user?.id ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: who listens decides what the stream tells, so another person needs another stream
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    async function start() {
      try {
        const { startStream } = await import('./live-stream')
        if (!gone) stop = startStream(client)
      } catch {
        // The connection went before the code came; it is fetched when there is one again.
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
