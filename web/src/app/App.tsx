import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'

type AppProps = { queryClient: QueryClient; data?: DehydratedState; children: ReactNode }

/** Everything around the router. `children` is the router provider of the browser or of the server. */
export function App({ queryClient, data, children }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={data}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}
