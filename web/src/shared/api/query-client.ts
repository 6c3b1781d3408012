import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError, isSignedOut } from './errors'

const MINUTE = 60_000

/**
 * What a page was made of on the server: query keys, as in queries.ts, and their answers. The page carries it as
 * JSON in <script type="application/json" id="snackdrop-data">, so the browser asks for none of it again.
 */
export type PageData = [key: QueryKey, answer: unknown][]

export function createQueryClient(data: PageData = []) {
  // The session ended meanwhile: ask who is signed in, so that every page says the same.
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
        // Live updates say when something changed, so data is not asked for again on every focus.
        staleTime: MINUTE,
        // A 4xx is an answer, not an accident: asking again would only make the shopper wait for it.
        retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
    },
  })
  for (const [key, answer] of data) client.setQueryData(key, answer)
  return client
}
