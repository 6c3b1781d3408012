import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Product } from '~/shared/api/types'
import { Guest } from '~/storefront/cart/test-shop'
import { ProductCard } from './ProductCard'

type Drop = NonNullable<Product['drop']>

function show(drop: Partial<Drop>) {
  const product = {
    id: 1,
    name: 'Nori Crisps',
    price: 5,
    in_stock: true,
    images: [],
    drop,
  } as unknown as Product
  render(<ProductCard product={product} />, { wrapper: Guest })
}

const inLine: Partial<Drop> = { slug: 'night', mode: 'queue', phase: 'live' }

describe('the card of a product in a drop', () => {
  afterEach(cleanup)

  it.each([[inLine], [{ ...inLine, mode: 'open', phase: 'early' }]] as const)(
    'leads to the drop where a pass is needed: %o',
    (drop) => {
      show(drop)
      expect(screen.getByRole('link', { name: 'See the drop' })).toBeDefined()
    },
  )

  it.each([
    [{ ...inLine, line_closed: true }],
    [{ ...inLine, mode: 'open' }],
    [{ ...inLine, phase: 'ended' }],
    [{ ...inLine, mode: 'draw', phase: 'ended' }],
  ] as const)('sells what anybody can buy: %o', (drop) => {
    show(drop)
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDefined()
  })
})
