import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { keys, productPagesQuery, productQuery, productsQuery } from './queries'
import { patchStock } from './stock'
import type { Product } from './types'

const soda = (over: Partial<Product> = {}): Product => ({
  id: 3,
  name: 'Yuzu Soda',
  slug: 'yuzu-soda',
  description: '',
  price: 4.5,
  image_url: '',
  images: [],
  category_id: null,
  category: null,
  origin: '',
  is_featured: false,
  is_popular: false,
  in_stock: true,
  stock_quantity: 9,
  max_per_order: null,
  rating: null,
  created_at: '2026-01-01T00:00:00Z',
  ...over,
})

function listOf(product: Product) {
  const client = new QueryClient()
  const page = { items: [soda({ id: 1 }), product], total: 2, next_cursor: null, highest_price: 5 }
  client.setQueryData(productQuery(3).queryKey, product)
  client.setQueryData(productsQuery({}).queryKey, page)
  client.setQueryData(productPagesQuery({}).queryKey, { pages: [page], pageParams: [undefined] })
  const shown = () => [
    client.getQueryData(productQuery(3).queryKey),
    client.getQueryData(productsQuery({}).queryKey)?.items[1],
    client.getQueryData(productPagesQuery({}).queryKey)?.pages[0]?.items[1],
  ]
  return { client, shown }
}

describe('units left', () => {
  it('are written wherever the product stands', () => {
    const { client, shown } = listOf(soda())
    expect(patchStock(client, new Map([[3, { units: 2 }]]))).toBe(true)
    for (const product of shown()) expect(product).toMatchObject({ stock_quantity: 2, in_stock: true })
    patchStock(client, new Map([[3, { units: 0 }]]))
    for (const product of shown()) expect(product).toMatchObject({ stock_quantity: 0, in_stock: false })
  })

  it('leave the others as they are', () => {
    const { client } = listOf(soda())
    const before = client.getQueryData(productsQuery({}).queryKey)
    patchStock(client, new Map([[99, { units: 1 }]]))
    expect(client.getQueryData(productsQuery({}).queryKey)).toBe(before)
  })

  it('do not put a product back on sale: its switch may be off', () => {
    const { client, shown } = listOf(soda({ in_stock: false, stock_quantity: 0 }))
    expect(patchStock(client, new Map([[3, { units: 5 }]]))).toBe(false)
    for (const product of shown()) expect(product).toMatchObject({ in_stock: false })
  })

  it('of a drop put it back on sale without a request, and tell what others hold', () => {
    const drop = {
      slug: 'night',
      name: 'Night',
      mode: 'queue',
      phase: 'live',
      paused: false,
      opens_at: '2026-01-01T00:00:00Z',
      free: 0,
      held: 2,
    } as const
    const { client, shown } = listOf(soda({ in_stock: false, stock_quantity: 0, drop }))
    client.setQueryData([...keys.drops, 'one', 'night'], {
      products: [{ ...soda({ in_stock: false, stock_quantity: 0, drop }), units: 3 }],
      free: 0,
      held: 2,
      availability: 'all_held',
    })
    expect(patchStock(client, new Map([[3, { units: 1, held: 1 }]]))).toBe(true)
    for (const product of shown())
      expect(product).toMatchObject({ in_stock: true, drop: { free: 1, held: 1 } })
    expect(client.getQueryData([...keys.drops, 'one', 'night'])).toMatchObject({
      free: 1,
      held: 1,
      availability: 'available',
    })
  })

  it('leave queries of drops that have no products as they are', () => {
    const { client } = listOf(soda())
    const draw = { seed_hash: '1f', winners: [] }
    client.setQueryData([...keys.drops, 'draw', 'night'], draw)
    patchStock(client, new Map([[3, { units: 1, held: 1 }]]))
    expect(client.getQueryData([...keys.drops, 'draw', 'night'])).toBe(draw)
  })
})
