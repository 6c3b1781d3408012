import { notifyManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DropEditor } from './DropEditor'
import { previewMoments } from './PreviewDialog'
import { dropQuery, type StaffDrop } from './queries'

const LA = 'America/Los_Angeles'

const draft: StaffDrop = {
  id: 4,
  version: 7,
  slug: 'midnight-box',
  name: 'Midnight box',
  description: '',
  image_url: '',
  image: null,
  ended_at: null,
  withdrawn_at: null,
  units: 55,
  sold: 0,
  codes: [],
  draw: null,
  mode: 'queue',
  scheduled_at: null,
  teased_at: '2036-11-13T18:00:00-08:00',
  early_at: '2036-11-20T17:00:00-08:00',
  opens_at: '2036-11-20T18:00:00-08:00',
  ends_at: null,
  early_access: 'circle',
  early_share: 25,
  limit_units: 1,
  building_units: null,
  reservation_seconds: 480,
  hold_seconds: 600,
  pass_seconds: 300,
  shuffle_seconds: 20,
  rate_per_minute: null,
  pay_at_pickup: false,
  sell_rest: false,
  next_draw_id: null,
  phase: 'draft',
  draft: true,
  paused: false,
  can_pause: false,
  can_end: false,
  can_withdraw: false,
  can_delete: true,
  announcement_minutes: 12,
  products: [
    {
      product_id: 10,
      position: 1,
      price: null as unknown as number,
      units: 50,
      safety_stock: 30,
      hidden: true,
    },
    { product_id: 11, position: 2, price: 9.5, units: 5, safety_stock: 0, hidden: false },
  ],
}

type Sent = { method: string; path: string; body: Record<string, unknown> }

type Answer = (sent: Sent) => Response | undefined

/** Answers like the server: products by their number, the drop for everything else, or what `answer` says. */
function open(drop: StaffDrop | undefined, answer?: Answer, settings = {}) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = { method: init.method ?? 'GET', path, body: JSON.parse(String(init.body ?? '{}')) }
    const product = /^\/api\/admin\/products\/(\d+)$/.exec(path)
    if (product)
      return Response.json({
        id: Number(product[1]),
        name: `Snack ${product[1]}`,
        price: 12,
        stock_quantity: 80,
      })
    if (path.startsWith('/api/settings')) return Response.json({ list_name: 'Night Owls', ...settings })
    if (call.method !== 'GET') sent.push(call)
    return answer?.(call) ?? Response.json({ ...draft, ...call.body, id: 4, version: 8 })
  })
  function Page() {
    // What is stored, as the page reads it.
    const { data } = useQuery({ ...dropQuery(4), initialData: drop, staleTime: Infinity })
    return <DropEditor drop={drop && data} zone={LA} />
  }
  const page = { path: '/admin/drops/4', element: <Page /> }
  const router = createMemoryRouter([page, { path: '*', element: null }], { initialEntries: [page.path] })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  /** Somebody else saves the drop, and the page hears of it. */
  const store = (saved: StaffDrop) =>
    act(async () => {
      client.setQueryData(dropQuery(4).queryKey, saved)
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    })
  return { sent, router, store }
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a new drop', () => {
  it('follows name and opening, and is sent with times of the drop time zone', async () => {
    const { sent } = open(undefined)
    type('Name', 'Midnight Box')
    type('Opens', '2036-11-20T18:00')
    expect((screen.getByLabelText('Slug') as HTMLInputElement).value).toBe('midnight-box')
    expect((screen.getByLabelText('Early access from') as HTMLInputElement).value).toBe('2036-11-20T17:00')
    expect(screen.queryByText('The home page promises early access an hour before every drop.')).toBeNull()
    press('Save draft')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/api/admin/drops',
      body: {
        mode: 'queue',
        early_access: 'circle',
        teased_at: '2036-11-14T02:00:00.000Z',
        early_at: '2036-11-21T01:00:00.000Z',
        opens_at: '2036-11-21T02:00:00.000Z',
      },
    })
  })

  it('names the mailing list as the shop does', async () => {
    open(undefined)
    const access = screen.getByLabelText('Who gets early access')
    expect(within(access).getByRole('option', { name: 'Inner Circle' })).toBeTruthy()
    expect(await within(access).findByRole('option', { name: 'Night Owls' })).toBeTruthy()
  })

  it('says beside the fields what is missing and sends nothing', () => {
    const { sent } = open(undefined)
    press('Save draft')
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(screen.getByText('Enter when it opens.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('does not warn of a promise that the home page does not make', async () => {
    open(undefined, undefined, { subscription_text: 'News of the harbor.' })
    await screen.findByRole('option', { name: 'Night Owls' })
    fireEvent.change(screen.getByLabelText('Who gets early access'), { target: { value: 'none' } })
    expect(screen.queryByText('The home page promises early access an hour before every drop.')).toBeNull()
  })

  it('warns of scripts and of the promise of the home page', () => {
    open(undefined)
    fireEvent.change(screen.getByLabelText('How it is sold'), { target: { value: 'open' } })
    expect(screen.getByText('The fastest script wins.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Who gets early access'), { target: { value: 'none' } })
    expect(screen.getByText('The home page promises early access an hour before every drop.')).toBeTruthy()
    expect(screen.queryByLabelText('Early access from')).toBeNull()
  })
})

describe('a draft', () => {
  it('says how long the announcement takes, and what is kept back', async () => {
    open(draft)
    expect(screen.getByText('This announcement takes about 12 minutes')).toBeTruthy()
    const first = (await screen.findByText('Snack 10')).closest('li') as HTMLElement
    expect(within(first).getByText('Kept back').nextSibling?.textContent).toBe('30')
    fireEvent.change(within(first).getByLabelText('Units for this drop'), { target: { value: '70' } })
    expect(within(first).getByText('Kept back').nextSibling?.textContent).toBe('10')
  })

  it('is saved before it is scheduled, with the version of the save', async () => {
    const { sent } = open(draft)
    type('Units per household', '2')
    press('Schedule')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]).toMatchObject({ method: 'PUT', body: { version: 7, limit_units: 2 } })
    expect(sent[1]).toEqual({ method: 'POST', path: '/api/admin/drops/4/schedule', body: { version: 8 } })
  })

  it('shows the refusal of a product beside its field', async () => {
    open(draft, ({ path }) =>
      path.endsWith('/schedule')
        ? Response.json(
            {
              code: 'invalid',
              detail: 'Invalid',
              errors: [{ field: 'products.10.units', message: 'Only 40 in stock.' }],
            },
            { status: 422 },
          )
        : undefined,
    )
    press('Schedule')
    const message = await screen.findByText('Only 40 in stock.')
    expect(message.closest('li')?.textContent).toContain('Snack 10')
  })

  it('is ordered by buttons that keep the focus', async () => {
    const { sent } = open(draft)
    await screen.findByText('Snack 11')
    press('Move Snack 11 up')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Snack 11 down')
    press('Save draft')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body.products).toMatchObject([{ product_id: 11 }, { product_id: 10 }])
  })

  it('Keep mine saves what was changed here over what somebody else saved', async () => {
    const theirs = { ...draft, version: 9, limit_units: 3, name: 'Noon box' }
    const { sent } = open(draft, ({ method, body }) => {
      if (method === 'GET') return Response.json(theirs)
      if (body.version === 9) return undefined
      return Response.json({ code: 'changed_meanwhile', detail: 'Somebody was faster.' }, { status: 409 })
    })
    type('Units per household', '2')
    press('Save draft')
    const dialog = await screen.findByRole('dialog', { name: 'Changed in the meantime' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toMatchObject({ version: 9, limit_units: 2, name: 'Noon box' })
  })

  it('follows somebody else for as long as nothing is typed', async () => {
    const { store } = open(draft)
    await store({ ...draft, version: 8, name: 'Noon box' })
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Noon box')
    type('Name', 'Mine')
    await store({ ...draft, version: 9, name: 'Theirs' })
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Mine')
  })

  it('does not undo the picture that somebody else has saved meanwhile', async () => {
    const { sent, store } = open({ ...draft, image_url: '/old.webp' })
    type('Name', 'Mine')
    await store({ ...draft, version: 8, image_url: '/theirs.webp' })
    press('Save draft')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ name: 'Mine', version: 8, image_url: '/theirs.webp' })
  })

  it('does not write its own picture over another without asking', async () => {
    const { sent, store } = open({ ...draft, image_url: '/old.webp' })
    press('Remove')
    await store({ ...draft, version: 8, image_url: '/theirs.webp' })
    press('Save draft')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body.version).toBe(7)
  })

  it('names products and prices of both versions as people know them', async () => {
    const theirs = { ...draft, version: 9, products: [draft.products[1] as StaffDrop['products'][0]] }
    open(draft, ({ method }) =>
      method === 'GET'
        ? Response.json(theirs)
        : Response.json({ code: 'changed_meanwhile', detail: 'Somebody was faster.' }, { status: 409 }),
    )
    await screen.findByText('Snack 11')
    press('Move Snack 11 up')
    press('Save draft')
    const row = within(await screen.findByRole('row', { name: /^Products/ }))
    expect(row.getByText('Snack 11: 5 units, $9.50')).toBeTruthy()
    expect(row.getByText('Snack 11: 5 units, $9.50; Snack 10: 50 units')).toBeTruthy()
  })

  it('shows an access code once', async () => {
    const { sent } = open(draft, ({ path }) =>
      path.endsWith('/codes')
        ? Response.json({ code: 'NOON-7Q4X', drop: { ...draft, version: 8 } })
        : undefined,
    )
    press('Add access code')
    type('Label', 'Friends')
    type('Most uses', '20')
    press('Add code')
    expect((await screen.findByLabelText('Access code')).textContent).toBe('NOON-7Q4X')
    expect(sent[0]?.body).toEqual({ version: 7, label: 'Friends', max_uses: 20 })
    press('Done')
    press('Add access code')
    expect(screen.queryByText('NOON-7Q4X')).toBeNull()
  })

  it('offers a preview of the opening that is stored now', async () => {
    const { store } = open(draft)
    await store({ ...draft, version: 8, opens_at: '2036-11-21T19:00:00-08:00' })
    press('Preview at…')
    expect((screen.getByLabelText('Date and time') as HTMLInputElement).value).toBe('2036-11-21T19:00')
  })

  it('offers the moments that it has', () => {
    const names = previewMoments(draft).map(({ name }) => name)
    expect(names).toEqual(['At the tease', 'At early access', 'A minute before', 'When it opens'])
    const at = previewMoments({ ...draft, ends_at: '2036-11-21T00:00:00Z' }).at(-1)
    expect(at).toEqual({ name: 'After the end', at: Date.UTC(2036, 10, 21, 0, 1) })
  })
})

describe('a scheduled drop', () => {
  const live: StaffDrop = {
    ...draft,
    scheduled_at: '2026-01-01T00:00:00Z',
    teased_at: '2026-01-01T00:00:00Z',
    phase: 'teased',
    draft: false,
    can_pause: true,
    can_withdraw: true,
    can_delete: false,
  }

  it('keeps the times that have passed', () => {
    open(live)
    expect((screen.getByLabelText('Teased from') as HTMLInputElement).disabled).toBe(true)
    expect((screen.getByLabelText('Opens') as HTMLInputElement).disabled).toBe(false)
    expect(screen.queryByRole('button', { name: 'Schedule' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it('asks before it is withdrawn', async () => {
    const { sent } = open(live)
    press('Withdraw')
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw this drop?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(sent[0]?.path).toBe('/api/admin/drops/4/withdraw'))
  })

  it('keeps what is typed when it is withdrawn', async () => {
    open(live, ({ path }) =>
      path.endsWith('/withdraw')
        ? Response.json({
            ...live,
            version: 8,
            draft: true,
            withdrawn_at: '2026-01-02T00:00:00Z',
            can_withdraw: false,
          })
        : undefined,
    )
    type('Description', 'Typed')
    press('Withdraw')
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw this drop?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull())
    expect((screen.getByLabelText('Description') as HTMLInputElement).value).toBe('Typed')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
  })

  it('cannot be withdrawn once it has opened', () => {
    open({ ...live, phase: 'live', can_withdraw: false, can_end: true })
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Control room' })).toBeTruthy()
  })
})
