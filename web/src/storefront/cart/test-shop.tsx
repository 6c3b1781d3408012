import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { AuthProvider } from '~/shared/auth/AuthProvider'
import { CartProvider } from './CartProvider'

/** Around hooks and components of the cart in tests: a visitor who is not signed in. */
export function Guest({ children }: { children: ReactNode }) {
  const client = createQueryClient([
    [keys.session, { user: null, second_factor_due: false }],
    [keys.settings, {}],
  ])
  return (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <AuthProvider>
          <CartProvider>{children}</CartProvider>
        </AuthProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
}

/** A unit that is held for the visitor. */
export const heldUnit = {
  token: 'sealed',
  units: 1,
  price: 5,
  kind: 'cart',
  state: 'held',
  seconds_left: 125,
  expires_at: '2031-01-01T00:02:05Z',
  paused: false,
} as const
