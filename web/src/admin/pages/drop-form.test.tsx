import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import DropFormPage from './drop-form.page'

/** Answers like the server; `answer` lets a save through. */
function open() {
  const stored = {
    id: 4,
    version: 1,
    phase: 'draft',
    draft: true,
    scheduled_at: null,
    codes: [],
    products: [],
    units: 0,
    sold: 0,
  }
  let drop = {}
  let answer = () => {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/settings')) return Response.json({})
    if (init.method === 'POST') {
      drop = { ...JSON.parse(String(init.body)), ...stored }
      await new Promise<void>((resolve) => (answer = resolve))
    }
    return Response.json(drop)
  })
  const element = <DropFormPage />
  const paths = ['/admin/drops/new', '/admin/drops/:id']
  const router = createMemoryRouter(
    paths.map((path) => ({ path, element })),
    { initialEntries: ['/admin/drops/new'] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, answer: () => answer() }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A new drop that is being saved. */
async function save() {
  const page = open()
  type('Name', 'Midnight Box')
  type('Opens', '2036-11-20T18:00')
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schedule' }).disabled).toBe(true),
  )
  return page
}

it('keeps what is typed while a new drop is being saved', async () => {
  const { router, answer } = await save()
  type('Units per household', '3')
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Name').form as HTMLFormElement) // not sent: one save at a time
  answer()
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/drops/4'))
  await screen.findByRole('heading', { name: 'Edit drop' })
  expect(typed('Name')).toBe('Midnight Box')
  expect(typed('Units per household')).toBe('3')
  await screen.findByText('Unsaved changes')
})

it('starts an empty form when another new drop is asked for', async () => {
  const { router, answer } = await save()
  answer()
  await screen.findByRole('heading', { name: 'Edit drop' })
  await router.navigate('/admin/drops/new')
  await screen.findByRole('heading', { name: 'New drop' })
  expect(typed('Name')).toBe('')
})
