import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { currentToasts } from '~/shared/ui/toast-store'
import { useCart } from './CartProvider'
import { CART_KEY, parseCart } from './cart-store'
import { Guest } from './test-shop'

const chips = { id: 1, name: 'Nori Crisps', price: 6.5, image_url: '/a.webp' }
const soda = { id: 2, name: 'Yuzu Soda', price: 0.1, image_url: '' }
const lastToast = () => currentToasts()[0]?.title

describe('cart', () => {
  beforeEach(() => localStorage.clear())
  const open = () => renderHook(() => useCart(), { wrapper: Guest })

  it('throws outside its provider', () => {
    expect(() => renderHook(() => useCart())).toThrow('useCart must be used within a CartProvider')
  })

  it('appends a new product, raises a known one, and says which', () => {
    const { result } = open()
    act(() => result.current.add(chips))
    expect(lastToast()).toBe('Added Nori Crisps to your cart.')
    act(() => result.current.add(chips, 2))
    expect(lastToast()).toBe('Updated Nori Crisps quantity in your cart.')
    act(() => result.current.add(soda, 3))
    expect(result.current.lines.map((l) => [l.product_id, l.quantity])).toEqual([
      [1, 3],
      [2, 3],
    ])
    expect(result.current.count).toBe(6)
    expect(result.current.subtotal).toBe(19.8)
  })

  it('removes a line below 1 and clears', () => {
    const { result } = open()
    act(() => result.current.add(chips))
    act(() => result.current.setQuantity(1, 4))
    expect(result.current.count).toBe(4)
    act(() => result.current.setQuantity(1, 0))
    expect(result.current.lines).toEqual([])
    expect(lastToast()).toBe('Removed Nori Crisps from your cart.')
    act(() => result.current.add(chips))
    act(() => result.current.clear())
    expect(lastToast()).toBe('Your cart has been cleared.')
    expect(localStorage.getItem(CART_KEY)).toBe('[]')
  })

  it('survives a reload and follows another tab', () => {
    const first = open()
    act(() => first.result.current.add(chips, 2))
    first.unmount()
    const second = open()
    expect(second.result.current.count).toBe(2)
    localStorage.setItem(CART_KEY, JSON.stringify([{ ...second.result.current.lines[0], quantity: 7 }]))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: CART_KEY })))
    expect(second.result.current.count).toBe(7)
  })

  it.each(['', 'null', '{', '[1,null,{"product_id":1}]', '[{"product_id":1,"quantity":-1,"name":"x"}]'])(
    'reads nothing out of a broken storage: %s',
    (text) => expect(parseCart(text)).toEqual([]),
  )
})
