import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import PickupPage from './pickup.page'

afterEach(() => vi.unstubAllGlobals())

it('an unpaid order is paid at the desk before it is handed over', async () => {
  const order = {
    number: 'ORD-7',
    customer_name: 'Jordan Lee',
    status: 'ready_for_pickup',
    status_text: 'Ready For Pickup',
    badge: 'amber',
    payment_status: 'unpaid',
    fulfillment_type: 'pickup',
    units: 1,
    total: 9,
    currency: 'USD',
    lines: [],
    can_mark_paid: true,
    can_hand_over: false,
  }
  const paid = { ...order, payment_status: 'paid', can_mark_paid: false, can_hand_over: true }
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(address)
    return new Response(JSON.stringify(sent.length > 0 ? paid : order))
  })
  render(
    <QueryClientProvider client={createQueryClient([[keys.settings, {}]])}>
      <MemoryRouter>
        <PickupPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText(/This browser reads no codes by camera/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Pickup code'), { target: { value: 'snack7' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find order' }))
  await screen.findByText('Unpaid')
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Mark as paid: $9.00' }))
  await screen.findByRole('button', { name: 'Hand over' })
  expect(sent).toEqual(['/api/admin/orders/ORD-7/paid'])
  expect(screen.queryByText('Unpaid')).toBeNull()
})
