import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import type { Product } from '~/shared/api/types'
import { AuthProvider } from '~/shared/auth/AuthProvider'
import JoinWaitlist from './JoinWaitlist'

const product = { id: 1, name: 'Nori Crisps', waitlist_units: 2 } as Product

function answer(status: number, body: object) {
  const type = status < 300 ? 'application/json' : 'application/problem+json'
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } })),
  )
}

function show(shown = product) {
  const client = createQueryClient([
    [keys.session, { user: null, second_factor_due: false }],
    [keys.settings, {}],
  ])
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <AuthProvider>
          <JoinWaitlist product={shown} />
        </AuthProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

function join() {
  show()
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'maya@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Join the waitlist' }))
}

const OPEN_THE_LINK = 'Open the link we mailed you: your place counts from then on.'

describe('joining the waitlist', () => {
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  it('says the place, and that the link has to be opened', async () => {
    answer(200, { product_id: 1, state: 'waiting', before: 3, counts: false })
    join()
    const words = await screen.findByText('You are on the waitlist. 3 before you.')
    expect(screen.getByText(OPEN_THE_LINK)).toBeDefined()
    expect(document.activeElement).toBe(words.parentElement)
  })

  it('offers as many units as one customer can wait for', () => {
    show()
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['1', '2'])
    cleanup()
    show({ ...product, waitlist_units: 1 })
    expect(screen.queryByLabelText('How many')).toBeNull()
    cleanup()
    show({ ...product, waitlist_units: undefined })
    expect(screen.getAllByRole('option')).toHaveLength(10)
  })

  it('asks for no link that was opened', async () => {
    answer(200, { product_id: 1, state: 'waiting', before: 0, counts: true })
    join()
    await screen.findByText('You are on the waitlist. 0 before you.')
    expect(screen.queryByText(OPEN_THE_LINK)).toBeNull()
  })

  it('keeps what was typed when it is refused, and says why', async () => {
    answer(409, { status: 409, code: 'conflict', detail: 'The waitlist is closed.' })
    join()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The waitlist is closed.'))
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('maya@example.com')
  })

  it('offers as many as one order takes', () => {
    answer(200, {})
    join()
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['1', '2'])
  })
})
