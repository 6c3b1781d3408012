import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import CategoryFormPage from './category-form.page'
import CustomerPage from './customer.page'
import ProductFormPage from './product-form.page'

const category = { id: 3, version: 1, name: 'Drinks', slug: 'drinks', description: '', image_url: '' }
const product = { ...category, price: 2, images: [], origin: '', category_id: null, rating: null }
const customer = { name: 'Ada', email: 'ada@example.com', orders: 0, spent: 0, recent_orders: [] }

/** Opens a page whose record loads once; `refetch` asks again, and every further request is refused. */
async function open(page: ReactNode, record: object, status: number) {
  let refused = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/settings')) return Response.json({})
    if (path === '/api/admin/categories') return Response.json({ items: [] })
    return refused ? Response.json({ code: 'unknown', detail: 'No.' }, { status }) : Response.json(record)
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '/:id', element: page }], { initialEntries: ['/3'] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return async () => {
    refused = true
    await act(async () => {
      await client.invalidateQueries()
      // The pages are told after everything that was scheduled before.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    })
    const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.error !== null })
    expect(failed, 'failed refetches').not.toHaveLength(0)
  }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe.each([401, 500])('a refetch that fails with %s', (status) => {
  it.each([
    ['product', <ProductFormPage key="product" />, product, 'Name'],
    ['category', <CategoryFormPage key="category" />, category, 'Category Name'],
  ])('keeps what is typed into a %s', async (_, page, record, label) => {
    const refetch = await open(page, record, status)
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Typed' } })
    await refetch()
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('Typed')
    expect(screen.queryByText(/could not be opened/)).toBeNull()
  })

  it('does not say of a customer who is shown that there is none', async () => {
    const refetch = await open(<CustomerPage />, customer, status)
    await screen.findByRole('heading', { name: 'Ada' })
    await refetch()
    expect(screen.getByRole('heading', { name: 'Ada' })).toBeTruthy()
    expect(screen.queryByText('Customer not found')).toBeNull()
  })
})
