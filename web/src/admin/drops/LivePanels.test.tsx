import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RatePanel, UnitsPanel } from './LivePanels'
import { dropQuery, type StaffDrop } from './queries'

const live = {
  id: 4,
  version: 7,
  rate_per_minute: null,
  products: [
    { product_id: 10, safety_stock: 30 },
    { product_id: 11, safety_stock: 1 },
  ],
} as unknown as StaffDrop

/** Shows a panel, and answers like the server: with the drop after the change, or with a refusal. */
function open(Panel: typeof RatePanel, refusal?: object) {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/admin/products/')) return Response.json({ name: `Snack ${path.slice(-2)}` })
    if (init.method !== 'POST') return Response.json(live)
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    sent.push({ path, body })
    if (refusal) return Response.json(refusal, { status: 422 })
    return Response.json({ ...live, version: 8, rate_per_minute: body.people_per_minute ?? null })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = (drop: StaffDrop) => (
    <QueryClientProvider client={client}>
      <Panel drop={drop} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(live))
  /** The page shows the drop that the response put into the cache. */
  const refresh = (drop = client.getQueryData(dropQuery(4).queryKey) ?? live) => rerender(page(drop))
  return { sent, refresh }
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('people per minute', () => {
  it('are refused beyond what the API takes, and nothing is sent', () => {
    const { sent } = open(RatePanel)
    for (const wrong of ['0', '100001', '1.5']) {
      type('People per minute', wrong)
      press('Set')
      expect(screen.getByRole('alert').textContent).toBe('Enter 1 to 100,000, or leave it empty.')
    }
    expect(document.activeElement).toBe(input('People per minute'))
    expect(sent).toEqual([])
  })

  it('are set with the version that was seen, and can be set again', async () => {
    const { sent, refresh } = open(RatePanel)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set' }).disabled).toBe(true)
    type('People per minute', '100000')
    press('Set')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      path: '/api/admin/drops/4/rate',
      body: { version: 7, people_per_minute: 100_000 },
    })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Set' }).hasAttribute('aria-busy')).toBe(false),
    )
    refresh()
    expect(input('People per minute').value).toBe('100000')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set' }).disabled).toBe(true)
  })

  it('follow what somebody else sets, unless something else is typed', () => {
    const { refresh } = open(RatePanel)
    refresh({ ...live, rate_per_minute: 60 })
    expect(input('People per minute').value).toBe('60')
    type('People per minute', '70')
    refresh({ ...live, rate_per_minute: 80 })
    expect(input('People per minute').value).toBe('70')
  })
})

describe('more units', () => {
  it('are refused beyond what the API takes, and nothing is sent', () => {
    const { sent } = open(UnitsPanel)
    for (const wrong of ['0', '1000001', '1.5']) {
      type('Units', wrong)
      press('Add units')
      expect(screen.getByRole('alert').textContent).toBe('Enter 1 to 1,000,000 units.')
    }
    expect(sent).toEqual([])
  })

  it('go to the chosen product, and the field is empty again', async () => {
    const { sent } = open(UnitsPanel)
    expect(screen.getByText('30 units kept back; more are added as new stock.')).toBeTruthy()
    type('Product', '11')
    expect(screen.getByText('1 unit kept back; more are added as new stock.')).toBeTruthy()
    type('Units', '1000000')
    press('Add units')
    await waitFor(() => expect(input('Units').value).toBe(''))
    expect(sent).toEqual([
      { path: '/api/admin/drops/4/stock', body: { version: 7, product_id: 11, units: 1_000_000 } },
    ])
    expect(input('Product').value).toBe('11')
  })

  it('stay in the field with the server’s message', async () => {
    const message = 'The stock goes from 0 to 1,000,000.'
    open(UnitsPanel, {
      status: 422,
      code: 'invalid_input',
      detail: message,
      errors: [{ field: 'units', message }],
    })
    type('Units', '7')
    press('Add units')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(input('Units').value).toBe('7')
  })
})
