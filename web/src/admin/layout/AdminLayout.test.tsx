import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { AuthProvider } from '~/shared/auth/AuthProvider'
import AdminLayout from './AdminLayout'

it('asks an admin for the second factor that the shop requires before anything else', async () => {
  const user = {
    id: 7,
    username: 'sam',
    email: 'sam@shop.test',
    is_admin: true,
    second_factor_required: true,
  }
  const client = createQueryClient([
    [keys.settings, {}],
    [keys.session, { user, second_factor_due: false }],
  ])
  const layout = (
    <AuthProvider>
      <AdminLayout />
    </AuthProvider>
  )
  const router = createMemoryRouter([{ path: '/admin', element: layout }], { initialEntries: ['/admin'] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Set up two-step login first' })).toBeTruthy()
  const link = screen.getByText('Go to My Account')
  expect(link.closest('a')?.getAttribute('href')).toBe('/account/dashboard?tab=settings')
  expect(screen.queryByRole('tabpanel')).toBeNull()
})
