import { describe, expect, it } from 'vitest'
import { parseCartLink } from './cart-link'

describe('a link to the cart', () => {
  it('names products and quantities', () => {
    expect(parseCartLink('10x1,12x2')).toEqual({
      lines: [
        { product_id: 10, quantity: 1 },
        { product_id: 12, quantity: 2 },
      ],
    })
  })

  it.each([
    ['', 'cannot be read'],
    ['10', 'cannot be read'],
    ['10x0', 'cannot be read'],
    ['-1x1', 'cannot be read'],
    ['10x1,', 'cannot be read'],
    ['10x1;12x2', 'cannot be read'],
    ['<b>x1', 'cannot be read'],
    ['10x10001', 'at most 10,000'],
    ['10x1,10x2', 'twice'],
    [Array.from({ length: 101 }, (_, i) => `${i + 1}x1`).join(','), 'more products than a cart holds'],
  ])('is refused: %.20s', (text, words) => {
    expect(parseCartLink(text)).toEqual({ refusal: expect.stringContaining(words) })
  })
})
