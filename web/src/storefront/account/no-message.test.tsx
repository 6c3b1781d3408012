import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keys } from '~/shared/api/queries'
import { AuthProvider, nobody } from '~/shared/auth/AuthProvider'
import { currentToasts } from '~/shared/ui/toast-store'
import { LoginForm } from './LoginForm'
import { ProfileEditor } from './ProfileEditor'
import type { Profile } from './queries'
import { RegisterForm } from './RegisterForm'

const maya = { id: 7, username: 'maya', email: 'maya@example.com', is_admin: false }

function show(form: ReactNode, session: object = nobody) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(keys.session, session)
  client.setQueryData(keys.settings, {})
  const router = createMemoryRouter([{ path: '/', element: <AuthProvider>{form}</AuthProvider> }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alert = () => screen.getByRole('alert').textContent

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a failure without a message', () => {
  it('of a login', async () => {
    show(<LoginForm typed={{}} />)
    fill({ Email: 'maya@example.com', Password: 'battery horse' })
    press('Login')
    await waitFor(() => expect(alert()).toBe('An error occurred during login'))
    expect(currentToasts()[0]?.description).toBe('An error occurred during login')
  })

  it('of a registration', async () => {
    show(<RegisterForm typed={{}} />)
    const password = { Password: 'battery horse', 'Confirm Password': 'battery horse' }
    fill({ Username: 'maya', Email: 'maya@example.com', ...password })
    press('Register')
    await waitFor(() => expect(alert()).toBe('An error occurred during registration'))
    expect(currentToasts()[0]?.description).toBe('An error occurred during registration')
  })

  it('of a change of the profile', async () => {
    const profile = { username: 'maya', full_name: '' } as Profile
    show(<ProfileEditor profile={profile} />, { user: maya, second_factor_due: false })
    press('Edit Profile')
    press('Save')
    await waitFor(() => expect(alert()).toBe('An error occurred while updating profile'))
    expect(currentToasts()[0]?.description).toBe('Failed to update profile. Please try again.')
  })
})
