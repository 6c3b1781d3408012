import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import PromotionsPage from './promotions.page'

const stored = {
  id: 5,
  version: 1,
  code: 'NIGHT',
  kind: 'percent',
  percent: 10,
  amount: 0,
  minimum: 0,
  starts_at: null,
  ends_at: null,
  max_uses: null,
  max_per_customer: null,
  uses: 0,
  enabled: true,
  state: 'on',
}
const theirs = { ...stored, version: 2, percent: 15 }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a promotion that somebody else changed meanwhile is saved over theirs, without typing again', async () => {
  const sent: { version: number }[] = []
  let now = stored
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (path.startsWith('/api/settings')) return Response.json({})
    if (method !== 'PUT') return Response.json({ items: [now] })
    const wish = JSON.parse(String(body))
    sent.push(wish)
    if (wish.version === 2) return Response.json({ ...theirs, ...wish, version: 3 })
    now = theirs
    return Response.json({ code: 'changed_meanwhile', detail: 'Somebody was faster.' }, { status: 409 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <PromotionsPage /> }])} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Edit NIGHT' }))
  fireEvent.change(screen.getByLabelText(/^Minimum order/), { target: { value: '20' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update Promotion' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed in the meantime' }))
  expect(dialog.getByRole('row', { name: /^Minimum order/ }).textContent).toContain('20')
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent[1]).toMatchObject({ version: 2, minimum: 20, percent: 15 })
})
