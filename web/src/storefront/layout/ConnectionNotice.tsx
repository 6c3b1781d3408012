import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

type Trouble = 'offline' | 'failing' | null

/** A quiet line while the shop cannot be reached. What was loaded stays on the page. */
export function ConnectionNotice() {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [onlineManager.subscribe(listener), client.getQueryCache().subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [client],
  )
  const trouble = useSyncExternalStore<Trouble>(
    subscribe,
    () => {
      if (!onlineManager.isOnline()) return 'offline'
      const failing = client.getQueryCache().findAll({
        type: 'active',
        predicate: ({ state }) => state.fetchStatus === 'fetching' && state.fetchFailureCount > 0,
      })
      return failing.length > 0 ? 'failing' : null
    },
    () => null,
  )
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4">
      {trouble && (
        <p className="animate-rise rounded-full bg-ink px-5 py-2.5 font-semibold text-paper text-sm shadow-xl ring-1 ring-white/15">
          {trouble === 'offline'
            ? 'You are offline. What you see may be out of date.'
            : 'The shop is slow to answer. Trying again…'}
        </p>
      )}
    </div>
  )
}
