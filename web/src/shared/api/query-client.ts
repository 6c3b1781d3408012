import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError, isSignedOut } from './errors'

const MINUTE = 60_000

/**
 * The data of a server-rendered page: query keys, as in queries.ts, and their responses. The page carries it as
 * JSON in <script type="application/json" id="snackdrop-data">, so that the browser need not request it again.
 */
export type PageData = [key: QueryKey, response: unknown][]

export function createQueryClient(data: PageData = []) {
  // The session has ended: refetch it, so that every page knows.
  const askAgain = (error: unknown) => {
    if (isSignedOut(error)) void client.invalidateQueries({ queryKey: ['session'] })
  }
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onError: askAgain }),
    queryCache: new QueryCache({
      onError(error, query) {
        console.error('Could not load', query.queryKey, error)
        askAgain(error)
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 5 * MINUTE,
        // Live updates say when something changed, so there is no need to refetch on focus.
        staleTime: MINUTE,
        // A 4xx will not change by retrying.
        retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
    },
  })
  for (const [key, response] of data) client.setQueryData(key, response)
  return client
}
