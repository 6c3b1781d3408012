import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToasts } from '~/shared/ui/toast-store'
import { keep } from '~/storefront/buyer/pass-store'
import { useCart } from './CartProvider'
import { Guest, heldUnit as held } from './test-shop'
import type { PricedLine } from './totals'
import { useLineQuantity } from './use-line-quantity'

const product = { id: 1, name: 'Nori Crisps', price: 5, image_url: '', drop: { slug: 'midnight-box' } }
const line = {
  product_id: 1,
  name: 'Nori Crisps',
  quantity: 1,
  price: 5,
  held,
  product,
} as unknown as PricedLine

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
    const { result } = renderHook(() => ({ cart: useCart(), set: useLineQuantity(shown) }), {
      wrapper: Guest,
    })
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
