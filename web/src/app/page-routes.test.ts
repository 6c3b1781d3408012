import { describe, expect, it } from 'vitest'
import {
  categoryQuery,
  productPagesQuery,
  productQuery,
  sectionQuery,
  settingsQuery,
} from '~/shared/api/queries'
import type { PageData } from '~/shared/api/query-client'
import { pageHead, pageIndex, resolvePage } from './page-head'
import { knownFrom, missingQueries, titleOf } from './page-routes'

const url = (path: string) => new URL(`http://shop.test${path}`)
const missing = (path: string, data: PageData = []) => missingQueries(url(path), data)
const settings: PageData[number] = [settingsQuery.queryKey, { site_name: 'Night Bites' }]

describe('the queries of a page', () => {
  it('follow the filters of the list', () => {
    const list = missing('/products?search=a%26b&category=drinks&category=chips&max_price=9').find(
      ({ pages }) => pages,
    )
    expect(list?.path).toBe(
      '/api/products?search=a%26b&max_price=9&category=chips&category=drinks&sort=name&limit=24',
    )
    expect(list?.key).toEqual(
      productPagesQuery({
        search: 'a&b',
        max_price: '9',
        category: ['chips', 'drinks'],
        sort: 'name',
        limit: 24,
      }).queryKey,
    )
  })

  it('include the neighbours once the product is known', () => {
    expect(missing('/product/3').map(({ path }) => path)).toEqual(['/api/settings', '/api/products/3'])
    const known: PageData = [[productQuery(3).queryKey, { category: { slug: 'chips' } }]]
    expect(missing('/product/3', known).map(({ key }) => key)).toContainEqual(sectionQuery('chips').queryKey)
  })

  it('leave out what is there', () => {
    const known: PageData = [[settingsQuery.queryKey, null]]
    const data = missing('/', known).map(({ key }): [typeof key, unknown] => [key, null])
    expect(missing('/', [...known, ...data])).toEqual([])
  })
})

describe('a page of a list for browsers without script', () => {
  it.each(['/products', '/category/chips'])('has its own products and is not indexed: %s', (path) => {
    const list = missing(`${path}?after=abc&utm_source=x`).find(({ pages }) => pages)
    expect(list?.path).toMatch(/&cursor=abc$/)
    expect(resolvePage(url(`${path}?after=abc&utm_source=x`)).key).toBe(`${path}?after=abc`)
    const known: PageData = [settings, [categoryQuery('chips').queryKey, { name: 'Chips', slug: 'chips' }]]
    expect(pageHead(url(`${path}?after=abc`), known)).toMatchObject({ status: 200, noindex: true })
    expect(pageHead(url(path), known).noindex).toBe(false)
  })
})

describe('the picture of a shared link', () => {
  const imageOf = (values: Record<string, string>) =>
    pageHead(url('/faq'), [[settingsQuery.queryKey, values]])

  it('is /social.jpg of a shop with the built-in words', () => {
    expect(imageOf({ site_name: 'Snackdrop' })).toMatchObject({
      image: 'http://shop.test/social.jpg',
      imageWidth: 1200,
      imageHeight: 630,
    })
  })

  it('is a card of other words, with an address for each of them', () => {
    const shops: Record<string, string>[] = [
      { site_name: 'Night Bites' },
      { site_name: 'Snackdrop', hero_headline: 'Crisps of {city}.' },
      { site_name: 'Snackdrop', hero_headline: 'Crisps of {city}.', store_city: 'Portland' },
      { site_name: 'Snackdrop', site_logo: '/site-assets/logo.png' },
      { site_name: 'Night Bites', site_logo: '/site-assets/logo.png' },
      { site_name: 'Night Bites', primary_color: '#008080' },
    ]
    const cards = shops.map(imageOf)
    for (const card of cards) {
      expect(card).toMatchObject({ imageWidth: 1200, imageHeight: 630 })
      expect(card.image).toMatch(/^http:\/\/shop\.test\/card\.jpg\?v=\w+$/)
    }
    expect(new Set(cards.map(({ image }) => image)).size).toBe(cards.length)
  })
})

describe('the canonical address', () => {
  it.each([
    ['/', '/', 'home'],
    ['/About', '/404', 'not-found'],
    ['/about/us', '/404', 'not-found'],
    ['/about?utm_source=x', '/about', 'about'],
    ['/products/7', '/product/7', 'product'],
    ['/product/007', '/product/0', 'product'],
    ['/product/7%2F8', '/product/0', 'product'],
    ['/product/7?utm_source=x', '/product/7', 'product'],
    ['/category/a%2Fb', '/category/a%2Fb', 'category'],
    ['/category/caf%C3%A9', '/category/caf%C3%A9', 'category'],
    ['/category/chips/spicy', '/404', 'not-found'],
    ['/order/ORD-001', '/order/ORD-001', 'order'],
    ['/products?x=1', '/products', 'products'],
    ['/products?search=a;b', '/products?search=a%3Bb', 'products'],
    ['/products?search=100%', '/products?search=100%25', 'products'],
    ['/products?search=%20x%20&min_price=-3', '/products?search=x', 'products'],
    ['/products?category=b&category=a&category', '/products?category=b&category=a', 'products'],
  ])('of %s is %s, of the page %s', (path, key, page) => {
    const found = resolvePage(url(path))
    expect(found.key).toBe(key)
    expect(found.source).toBe(`src/storefront/pages/${page}.page.tsx`)
    const parameters: Record<string, number> = { products: 5, category: 1 }
    expect(found.parameters).toHaveLength(parameters[page] ?? 0)
    expect(resolvePage(url(found.key)).key).toBe(key)
  })

  it('takes no more categories than the API', () => {
    const many = Array.from({ length: 80 }, (_, i) => `category=c${i}`).join('&')
    expect(resolvePage(url(`/products?${many}`)).key.split('category=')).toHaveLength(51)
  })

  it.each([
    ['/admin', '/admin', 'dashboard'],
    ['/admin/products?tab=x', '/admin/products', 'products'],
    ['/admin/products/new', '/admin/products/new', 'product-form'],
    ['/admin/products/7', '/admin/products/7', 'product-form'],
    ['/admin/orders/ORD-7', '/admin/orders/ORD-7', 'order'],
  ])('of %s is %s, of the admin page %s', (path, key, page) => {
    expect(resolvePage(url(path))).toEqual({
      key,
      source: `src/admin/pages/${page}.page.tsx`,
      client: true,
      parameters: [],
    })
  })

  it('of no page of the admin area is that of no page', () => {
    expect(resolvePage(url('/administer')).key).toBe('/404')
    expect(resolvePage(url('/admin/nothing')).key).toBe('/404')
  })
})

describe('the head of a page', () => {
  it('says 404 for what is not there', () => {
    expect(pageHead(url('/product/3'), [settings, [productQuery(3).queryKey, null]])).toMatchObject({
      status: 404,
      title: 'Product Not Found · Night Bites',
      noindex: true,
    })
    expect(pageHead(url('/404'), [settings])).toMatchObject({ status: 404, noindex: true })
    expect(pageHead(url('/category/x'), [settings, [categoryQuery('x').queryKey, null]]).status).toBe(404)
  })

  it('keeps the pages of the browser out of search engines', () => {
    expect(pageHead(url('/cart'), [settings])).toMatchObject({
      status: 200,
      title: 'Your Shopping Cart · Night Bites',
      noindex: true,
    })
  })

  it('is the title of the tab too', () => {
    const known = knownFrom([settings])
    expect(titleOf(url('/account?tab=register'), known)).toBe('Register · Night Bites')
    expect(titleOf(url('/order/ORD-7'), known)).toBe('Order ORD-7 · Night Bites')
    expect(titleOf(url('/product/3'), known)).toBeUndefined()
    expect(titleOf(url('/product/x'), known)).toBe('Product Not Found · Night Bites')
  })
})

describe('all pages together', () => {
  it('say what crawlers may read', () => {
    const { sitemap, disallow, warm } = pageIndex()
    expect(disallow).toEqual(['/account', '/admin', '/checkout', '/order/', '/reservation/', '/waitlist/'])
    expect(warm).toEqual(['/', '/products'])
    expect(sitemap).toContainEqual({ path: '/about', each: '' })
    expect(sitemap).toContainEqual({ path: '/product/:id', each: 'products' })
    expect(sitemap.map(({ path }) => path)).not.toContain('/cart')
  })
})
