import type { Page } from '@playwright/test'
import { expect, test } from './kit/test'

test.use({ javaScriptEnabled: false })

/** Client-rendered pages: they show one visitor's own data. */
const own = /^\/(cart|checkout|account|orders)\b/

/** The addresses within the shop that a page links to. */
function linksOf(html: string): string[] {
  const found = [...html.matchAll(/<a\s[^>]*?href="(\/[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  return found.filter((href) => !href.startsWith('//'))
}

/** getByText does not look into <noscript>. */
async function expectNoScriptText(page: Page, text: string) {
  await expect(page.locator('noscript p').filter({ hasText: text })).toBeVisible()
}

test('without script every public page can be read and every link followed', { tag: '@wide' }, async ({
  page,
}) => {
  test.setTimeout(180_000)
  const waiting = ['/', '/nowhere', '/product/999999', '/category/none', '/products?search=nori']
  const seen = new Map<string, string>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue
    let html = ''
    await expect
      .poll(
        async () => {
          html = await (await page.request.get(path)).text()
          return html.match(/<h1[^>]*>/)?.[0]
        },
        { message: `${path} has a heading`, timeout: 30_000 },
      )
      .toBeTruthy()
    seen.set(path, html)
    if (!own.test(path)) {
      expect(html, `${path} has its way around`).toContain('<footer')
      waiting.push(...linksOf(html))
    }
  }
  const paths = [...seen.keys()]
  // All categories, all the static pages, and the products of the categories' first pages.
  expect(paths.filter((path) => path.startsWith('/category/'))).toHaveLength(7)
  expect(paths.filter((path) => /^\/product\/\d+$/.test(path)).length).toBeGreaterThan(45)
  for (const path of [
    '/about',
    '/faq',
    '/contact',
    '/terms',
    '/privacy',
    '/subscription',
    '/cart',
    '/orders',
  ])
    expect(paths).toContain(path)
})

test('a shopper without script walks from a category to a product and back', { tag: '@wide' }, async ({
  openShop,
  page,
}) => {
  // The first page is not rendered yet, so its shell refreshes itself until it is.
  const shop = await openShop()
  await page.goto(`${shop.url}/category/candy`)
  await expect(page.getByRole('heading', { level: 1, name: 'Candy' })).toBeVisible()
  const card = page.getByRole('main').getByRole('article').first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const picture = page.getByRole('main').locator('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await page.getByText('What is a drop?').click()
  await expect(page.getByText('A small number of something hard to find')).toBeVisible()
  await page.goto(`${shop.url}/products`)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('nori')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?search=nori$/)
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Nori')
  await page.getByRole('link', { name: 'Cart' }).first().click()
  await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible()
  await page.getByRole('link', { name: 'all products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
})

test('without script all products can be reached, and what needs script says so', { tag: '@wide' }, async ({
  page,
}) => {
  const cards = page.getByRole('main').getByRole('article')
  await page.goto('/products')
  await expect(cards).toHaveCount(24)
  await expect(cards.first().getByRole('button', { name: 'Add to Cart needs JavaScript' })).toBeVisible()
  const names = await cards.getByRole('heading').allTextContents()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards).toHaveCount(23)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  names.push(...(await cards.getByRole('heading').allTextContents()))
  expect(new Set(names).size).toBe(47)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the first products' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(cards).toHaveCount(24)

  await page.goto('/products?after=nonsense')
  await expect(page.getByText('No products found')).toBeVisible()

  await page.goto('/product/1')
  await expectNoScriptText(page, 'The cart needs JavaScript.')

  await page.goto('/subscription')
  await expectNoScriptText(page, 'Joining needs JavaScript.')
  await page.getByLabel('Email').fill('maya@example.com')
  const sent = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.keyboard.press('Enter')
  expect((await sent).status()).toBe(303)
  await expectNoScriptText(page, 'Joining needs JavaScript.')
  expect(page.url()).toMatch(/\/subscription$/)
})
