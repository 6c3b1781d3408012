import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentToasts } from '~/shared/ui/toast-store'
import AuditPage from './audit.page'
import CategoriesPage from './categories.page'
import CustomersPage from './customers.page'
import DropsPage from './drops.page'
import OrdersPage from './orders.page'
import ProductsPage from './products.page'
import PromotionsPage from './promotions.page'
import SubscribersPage from './subscribers.page'

const closed = '{"code":"unknown","detail":"The shop is closed."}'

function open(page: ReactNode, at = '/', answer = closed) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(answer, { status: 500 }))
  vi.stubGlobal('fetch', fetch)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })} />
    </QueryClientProvider>,
  )
  return () =>
    fetch.mock.calls
      .map(([address]) => String(address))
      .filter((address) => !address.endsWith('/api/settings')) // an empty list's drawing depends on the logo
      .map((address) => new URLSearchParams(address.split('?')[1]))
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lists: [string, ReactNode][] = [
  ['products', <ProductsPage key="products" />],
  ['orders', <OrdersPage key="orders" />],
  ['categories', <CategoriesPage key="categories" />],
  ['customers', <CustomersPage key="customers" />],
  ['subscribers', <SubscribersPage key="subscribers" />],
  ['promotions', <PromotionsPage key="promotions" />],
  ['drops', <DropsPage key="drops" />],
  ['audit log', <AuditPage key="audit" />],
]

describe('a list that could not be loaded', () => {
  it.each(lists)('is an unknown error when the response says nothing: %s', async (what, page) => {
    open(page, '/', '')
    await screen.findByText(`The ${what} could not be loaded`, {}, { timeout: 5_000 })
    expect(screen.getByText('An unknown error occurred')).toBeTruthy()
    expect(currentToasts()[0]?.description).toBe('An unknown error occurred')
  })

  it.each(lists)('says so and asks again: %s', async (what, page) => {
    const asked = open(page)
    await screen.findByText(`The ${what} could not be loaded`, {}, { timeout: 5_000 })
    expect(screen.getByText('The shop is closed.')).toBeTruthy()
    expect(currentToasts()[0]?.title).toMatch(new RegExp(`^Error fetching (the )?${what}$`))
    expect(screen.queryByRole('table')).toBeNull()
    const before = asked().length
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(asked().length).toBe(before + 1))
  })
})

describe('orders by status', () => {
  it('are asked for by the address, and a tab takes the place of the status', async () => {
    const asked = open(<OrdersPage />, '/admin/orders?status=waiting')
    expect(asked().at(-1)?.get('status')).toBe('waiting')
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Ready' }), { button: 0 })
    await waitFor(() => expect(asked().at(-1)?.get('tab')).toBe('ready'))
    expect(asked().at(-1)?.has('status')).toBe(false)
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'cancelled' } })
    await waitFor(() => expect(asked().at(-1)?.get('status')).toBe('cancelled'))
    expect(asked().at(-1)?.get('tab')).toBe('all')
  })
})

it('orders are asked for by payment and by days of the clock on the wall', () => {
  const asked = open(<OrdersPage />, '/admin/orders?payment=unpaid&from=2026-03-01&to=2026-03-02')
  const query = asked().at(-1)
  expect(query?.get('payment')).toBe('unpaid')
  expect(query?.get('from')).toBe(new Date(2026, 2, 1).toISOString())
  expect(query?.get('to')).toBe(new Date(2026, 2, 3).toISOString())
})

it('subscribers are exported as they are listed', () => {
  open(<SubscribersPage />, '/admin/subscribers?q=snacks')
  const link = screen.getByRole('link', { name: 'Export CSV' })
  expect(link.getAttribute('href')).toBe('/api/admin/subscribers.csv?status=&search=snacks')
})
