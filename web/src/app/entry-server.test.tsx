// @vitest-environment node
import { describe, expect, it } from 'vitest'
import {
  categoriesQuery,
  featuredQuery,
  productQuery,
  sectionQuery,
  settingsQuery,
} from '~/shared/api/queries'
import type { PageData } from '~/shared/api/query-client'
import type { Product } from '~/shared/api/types'
import { render } from './entry-server'

const crisps: Product = {
  id: 10,
  name: 'Nori <Butter> Crisps',
  slug: 'nori-butter-crisps',
  description: 'Thin.',
  price: 6.5,
  image_url: '/site-assets/nori.webp',
  images: [],
  category_id: 1,
  category: { id: 1, name: 'Chips', slug: 'chips' },
  origin: 'Japan',
  is_featured: true,
  is_popular: false,
  in_stock: false,
  stock_quantity: 0,
  max_per_order: null,
  rating: null,
  created_at: '2026-01-01T00:00:00Z',
}

function homeData(settings: Record<string, string> = {}): PageData {
  const list = { items: [crisps], total: 1, next_cursor: null, highest_price: 6.5 }
  return [
    [settingsQuery.queryKey, { site_name: 'Night Bites', ...settings }],
    [featuredQuery.queryKey, list],
    [productQuery(10).queryKey, crisps],
    [categoriesQuery.queryKey, { items: [] }],
    ...['chips', 'drinks', 'candy'].map((slug): PageData[number] => [sectionQuery(slug).queryKey, list]),
  ]
}

describe('server rendering', () => {
  it('needs no browser', () => {
    expect(typeof window).toBe('undefined')
    expect(typeof document).toBe('undefined')
  })

  it('writes the home page with its data', async () => {
    const html = await render('http://shop.test/', homeData())
    expect(html).toContain('Night Bites')
    expect(html).toContain('Hottest Drops')
    expect(html).toContain('Nori &lt;Butter&gt; Crisps')
    expect(html).toContain('$6.50')
    expect(html).toContain('SOLD OUT')
    expect(html).not.toContain('Show More')
  })

  it.each([
    [{ currency: 'EUR' }, '€6.50'],
    [{ currency: 'EUR', currency_format: 'code' }, 'EUR\u00a06.50'],
    [{ currency: 'USD', currency_format: 'both' }, '$6.50\u00a0USD'],
  ])('writes prices as the settings say: %j', async (settings, price) => {
    const html = await render('http://shop.test/', homeData(settings))
    expect(html).toContain(`>${price}<`)
    expect(html).not.toContain('>$6.50<')
  })

  it.each(['/nowhere', '/product/x/y'])('writes the 404 page at %s', async (path) => {
    expect(await render(`http://shop.test${path}`, homeData())).toContain('Oops! Page not found')
  })
})
