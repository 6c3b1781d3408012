import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { CategoryEditor } from './CategoryEditor'
import type { StaffCategory } from './queries'

const start: StaffCategory = {
  id: 3,
  name: 'Drinks',
  slug: 'drinks',
  description: 'Cold.',
  image: null,
  image_url: '/old.webp',
  sign: 'drink',
  color: '',
  product_count: 0,
  version: 1,
}
const theirs = { ...start, slug: 'sodas', image_url: '/theirs.webp', color: '#123456', version: 2 }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('Keep mine saves what was changed here and leaves what somebody else changed', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method !== 'PUT') return new Response(JSON.stringify(theirs))
    sent.push(JSON.parse(String(init.body)))
    if (sent.length > 1) return new Response(JSON.stringify({ ...theirs, version: 3 }))
    return new Response('{"code":"changed_meanwhile","detail":"Somebody was faster."}', { status: 409 })
  })
  const page = { path: '/admin/categories/3', element: <CategoryEditor category={start} /> }
  const router = createMemoryRouter([page, { path: '*', element: null }], { initialEntries: [page.path] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText(/^Description/), { target: { value: 'Ice cold.' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Gem' }))
  fireEvent.click(screen.getByRole('button', { name: 'Update Category' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/categories'))
  expect(sent[1]).toEqual({
    name: 'Drinks',
    slug: 'sodas',
    description: 'Ice cold.',
    image_url: '/theirs.webp',
    sign: 'gem',
    color: '#123456',
    version: 2,
  })
})

it('Discard lets the slug of a new category follow its name again', () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const router = createMemoryRouter([{ path: '*', element: <CategoryEditor /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Slug', 'fizz')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  type('Category Name', 'Cold Drinks')
  expect(screen.getByLabelText<HTMLInputElement>('Slug').value).toBe('cold-drinks')
})
