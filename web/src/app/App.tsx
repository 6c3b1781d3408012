import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

type AppProps = { queryClient: QueryClient; children: ReactNode }

/** Everything around the router. `children` is the router provider of the browser or of the server. */
export function App({ queryClient, children }: AppProps) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
