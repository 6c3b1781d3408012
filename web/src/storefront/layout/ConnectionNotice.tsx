import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '~/shared/api/errors'

type Trouble = 'offline' | 'failing' | 'failed' | null

/** A 4xx response is no connection problem: the shop was reached. */
const unreached = ({ state }: Query) =>
  state.fetchFailureCount > 0 &&
  !(state.fetchFailureReason instanceof ApiError && state.fetchFailureReason.status < 500)

const messages = {
  offline: 'You are offline. What you see may be out of date.',
  failing: 'The shop is slow to answer. Trying again…',
  failed: 'The shop could not be reached. What you see may be out of date.',
}

/** A notice while the shop cannot be reached. Loaded data stays on the page. */
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
      const troubled = client.getQueryCache().findAll({ type: 'active', predicate: unreached })
      if (troubled.length === 0) return null
      return troubled.some(({ state }) => state.fetchStatus === 'fetching') ? 'failing' : 'failed'
    },
    () => null,
  )
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4">
      {trouble && (
        <p className="on-ink pointer-events-auto flex animate-rise flex-wrap items-center justify-center gap-x-4 rounded-3xl bg-ink px-5 py-2.5 font-semibold text-paper text-sm shadow-xl ring-1 ring-white/15">
          {messages[trouble]}
          {trouble === 'failed' && (
            <button
              type="button"
              className="min-h-9 text-secondary-glow underline underline-offset-3"
              onClick={() => void client.refetchQueries({ type: 'active', predicate: unreached })}
            >
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  )
}
