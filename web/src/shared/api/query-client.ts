import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors'

const MINUTE = 60_000

export function createQueryClient() {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        console.error('Could not load', query.queryKey, error)
        // The session ended meanwhile: ask who is signed in, so that every page says the same.
        if (error instanceof ApiError && error.status === 401)
          void client.invalidateQueries({ queryKey: ['session'] })
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 5 * MINUTE,
        // Live updates say when something changed, so data is not asked for again on every focus.
        staleTime: MINUTE,
        // A 4xx is an answer, not an accident: asking again would only make the shopper wait for it.
        retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
    },
  })
  return client
}
