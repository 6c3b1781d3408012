import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { readCartOwner, writeCartOwner } from './cart-owner'
import { type CartLine, createCartStore } from './cart-store'
import { changesBetween, createSync, movesBetween, replay } from './cart-sync'

const line = (product_id: number, quantity: number): CartLine => ({
  product_id,
  quantity,
  name: `Snack ${product_id}`,
  price: 1,
  image_url: '',
})
const amounts = (lines: readonly CartLine[]) => lines.map((l) => [l.product_id, l.quantity])

describe('changesBetween', () => {
  it('names what is new, changed and gone', () => {
    const changes = changesBetween([line(1, 1), line(2, 2), line(3, 3)], [line(2, 2), line(3, 4), line(4, 1)])
    expect([...changes]).toEqual([
      [3, 4],
      [4, 1],
      [1, 0],
    ])
  })
})

describe('replay', () => {
  it('is the saved cart itself when nothing happened meanwhile', () => {
    const saved = [line(1, 5)]
    expect(replay(saved, new Map(), [line(1, 1)])).toBe(saved)
  })

  it('does again what the shopper did while the server answered', () => {
    const before = [line(1, 1), line(2, 1)]
    const now = [line(1, 3), line(3, 1)]
    const moves = movesBetween(before, now)
    expect(amounts(replay([line(1, 5), line(2, 1)], moves, now))).toEqual([
      [1, 7],
      [3, 1],
    ])
  })
})

describe('a logout', () => {
  it.each([[{ user: 7 }], [{ kept: 7 }]])('takes the cart along when it stands as %j', (before) => {
    const store = createCartStore()
    const sync = createSync(store, new QueryClient())
    store.write([line(1, 1)])
    writeCartOwner(before)
    sync.forget()
    expect(store.read()).toEqual([])
    expect(readCartOwner()).toEqual({})
  })

  it("leaves a guest's cart", () => {
    const store = createCartStore()
    store.write([line(1, 1)])
    writeCartOwner({})
    createSync(store, new QueryClient()).forget()
    expect(amounts(store.read())).toEqual([[1, 1]])
  })
})
