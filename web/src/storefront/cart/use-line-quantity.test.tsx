import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { AuthProvider } from '~/shared/auth/AuthProvider'
import { currentToasts } from '~/shared/ui/toast-store'
import { keep } from '~/storefront/drops/pass-store'
import { CartProvider, useCart } from './CartProvider'
import type { PricedLine } from './totals'
import { useLineQuantity } from './use-line-quantity'

const held = {
  token: 'sealed',
  units: 1,
  price: 5,
  kind: 'cart',
  state: 'held',
  seconds_left: 125,
  expires_at: '2031-01-01T00:02:05Z',
  paused: false,
}
const product = { id: 1, name: 'Nori Crisps', price: 5, image_url: '', drop: { slug: 'midnight-box' } }
const line = {
  product_id: 1,
  name: 'Nori Crisps',
  quantity: 1,
  price: 5,
  held,
  product,
} as unknown as PricedLine

function Shop({ children }: { children: ReactNode }) {
  const client = createQueryClient([
    [keys.session, { user: null, second_factor_due: false }],
    [keys.settings, {}],
  ])
  return (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <AuthProvider>
          <CartProvider>{children}</CartProvider>
        </AuthProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
}

describe('the quantity of a line whose units are held', () => {
  const asked = vi.fn<(body: unknown) => Response>()
  const answer = (body: object, status = 200) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' },
    })

  beforeEach(() => {
    localStorage.clear()
    keep('early', 'midnight-box', 'early-pass')
    asked.mockReset()
    vi.stubGlobal('fetch', (url: string, { body }: RequestInit) =>
      String(url).endsWith('/api/reservations')
        ? Promise.resolve(asked(JSON.parse(String(body))))
        : new Promise<Response>(() => undefined),
    )
  })
  afterEach(() => void vi.unstubAllGlobals())

  function open(shown = line) {
    const { result } = renderHook(() => ({ cart: useCart(), set: useLineQuantity(shown) }), { wrapper: Shop })
    act(() => result.current.cart.add(product))
    return {
      set: (units: number) => act(() => result.current.set(units)),
      quantity: () => result.current.cart.lines[0]?.quantity,
    }
  }

  it('asks the shop to hold the new total', async () => {
    asked.mockImplementation(() => answer({ ...held, units: 3 }))
    const { set, quantity } = open()
    set(3)
    await waitFor(() => expect(asked).toHaveBeenCalledWith({ product_id: 1, units: 3, pass: 'early-pass' }))
    expect(quantity()).toBe(3)
  })

  it('goes back to what is held when the shop refuses more', async () => {
    asked.mockImplementation(() =>
      answer({ code: 'limit_reached', status: 409, detail: 'Limited to 1 per household in this drop.' }, 409),
    )
    const { set, quantity } = open()
    set(2)
    await waitFor(() => expect(quantity()).toBe(1))
    expect(currentToasts()[0]?.title).toBe('Limited to 1 per household in this drop.')
  })

  it('takes what the shop can hold', async () => {
    asked.mockImplementation(() => answer({ ...held, units: 2 }))
    const { set, quantity } = open()
    set(4)
    await waitFor(() => expect(quantity()).toBe(2))
  })

  it('asks nothing for units that are not held, or were offered', async () => {
    for (const other of [undefined, { ...held, state: 'ended' }, { ...held, kind: 'offer' }]) {
      const { set, quantity } = open({ ...line, held: other } as PricedLine)
      set(2)
      expect(quantity()).toBe(2)
    }
    expect(asked).not.toHaveBeenCalled()
  })
})
