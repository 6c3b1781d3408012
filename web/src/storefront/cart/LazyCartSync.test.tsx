import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { CartStore } from './cart-store'
import { LazyCartSync } from './LazyCartSync'

const connection = vi.hoisted(() => ({ isOn: false }))
vi.mock('./CartSync', () => ({
  get CartSync() {
    if (!connection.isOn) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>synced</p>
  },
}))
vi.mock('~/shared/auth/AuthProvider', () => ({ useAuth: () => ({ user: { id: 1 }, isRestoring: false }) }))

it('loads its code when the browser is online again', async () => {
  const waits = vi.spyOn(window, 'addEventListener')
  render(<LazyCartSync store={{ onWrite: () => () => {} } as unknown as CartStore} />)
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith('online', expect.anything(), { once: true }))
  connection.isOn = true
  act(() => {
    dispatchEvent(new Event('online'))
  })
  expect(await screen.findByText('synced')).toBeTruthy()
})
