import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { currentToasts } from '~/shared/ui/toast-store'
import { AuthProvider, nobody, useAuth } from './AuthProvider'

it('throws outside its provider', () => {
  expect(() => renderHook(() => useAuth())).toThrow('useAuth must be used within an AuthProvider')
})

/** Shows the pages to a customer who is signed in. */
function showSignedIn(router: ReturnType<typeof createMemoryRouter>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const user = { id: 7, username: 'maya', email: 'maya@example.com', is_admin: false }
  client.setQueryData(keys.session, { user, second_factor_due: false })
  client.setQueryData(keys.settings, {})
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return client
}

it('tells other tabs of a logout before the next page is shown', async () => {
  function Account() {
    const { leave } = useAuth()
    return (
      <button type="button" onClick={() => void leave(async () => undefined, '/')}>
        Leave
      </button>
    )
  }
  const router = createMemoryRouter(
    [
      {
        path: '/account',
        element: (
          <AuthProvider>
            <Account />
          </AuthProvider>
        ),
      },
      { path: '/', loader: () => new Promise(() => undefined), element: 'never shown' },
    ],
    { initialEntries: ['/account'] },
  )
  showSignedIn(router)
  const heard: unknown[] = []
  const otherTab = new BroadcastChannel('snackdrop.session')
  otherTab.onmessage = ({ data }) => heard.push(data)
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(heard).toEqual(['logout']))
  expect(router.state.location.pathname).toBe('/account')
  otherTab.close()
})

it('calls a logout in another tab by its name, also when it looked like a session that ran out', async () => {
  const router = createMemoryRouter([{ path: '/', element: <AuthProvider>shop</AuthProvider> }])
  const client = showSignedIn(router)
  act(() => void client.setQueryData(keys.session, nobody))
  await waitFor(() => expect(currentToasts()[0]?.title).toBe('You are signed out.'))
  const otherTab = new BroadcastChannel('snackdrop.session')
  otherTab.postMessage('logout')
  await waitFor(() => expect(currentToasts()[0]?.title).toBe('You have been logged out.'))
  otherTab.close()
})
