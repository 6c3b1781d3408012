import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { currentToasts } from '~/shared/ui/toast-store'
import { AuthProvider, nobody, useAuth } from './AuthProvider'

it('throws outside its provider', () => {
  expect(() => renderHook(() => useAuth())).toThrow('useAuth must be used within an AuthProvider')
})

it('calls a logout in another tab by its name, also when it looked like a session that ran out', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const user = { id: 7, username: 'maya', email: 'maya@example.com', is_admin: false }
  client.setQueryData(keys.session, { user, second_factor_due: false })
  client.setQueryData(keys.settings, {})
  const router = createMemoryRouter([{ path: '/', element: <AuthProvider>shop</AuthProvider> }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  act(() => void client.setQueryData(keys.session, nobody))
  await waitFor(() => expect(currentToasts()[0]?.title).toBe('You are signed out.'))
  const otherTab = new BroadcastChannel('snackdrop.session')
  otherTab.postMessage('logout')
  await waitFor(() => expect(currentToasts()[0]?.title).toBe('You have been logged out.'))
  otherTab.close()
})
