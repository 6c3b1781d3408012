import type { Locator, Page } from '@playwright/test'
import { expect, test } from './kit/test'

const ways: [string, (link: Locator) => Promise<void>][] = [
  ['pointed at', (link) => link.hover()],
  ['reached by keyboard', (link) => link.focus()],
  ['touched', (link) => link.dispatchEvent('pointerover', { pointerType: 'touch' })],
]

/** Paths of the requests for products and categories that the page sends from now on. */
function listen(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(products|categories)/.test(pathname)) asked.push(pathname + search)
  })
  return asked
}

for (const [way, point] of ways) {
  test(`a link that is ${way} has its page fetched before it is followed`, { tag: '@wide' }, async ({
    page,
  }) => {
    await page.goto('/category/chips')
    const asked = listen(page)
    const link = page.getByRole('main').getByRole('heading', { level: 2 }).nth(1).getByRole('link')
    const name = (await link.textContent()) ?? ''
    const neighbours = page.waitForResponse(/\/api\/products\?category=chips&sort=name&limit=8$/)
    const code = page.waitForResponse(/\/assets\/product\.page-.*\.js$/)
    await point(link)
    await Promise.all([neighbours, code])
    expect(asked).toContain(`/api${await link.getAttribute('href')}`.replace('/product/', '/products/'))
    asked.length = 0
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'More Chips' })).toBeVisible()
    expect(asked).toEqual([])
  })
}

test('a product list that is pointed at opens with what was fetched, and goes on from there', {
  tag: '@wide',
}, async ({ page }) => {
  await page.goto('/terms')
  const asked = listen(page)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Products' })
  const list = page.waitForResponse(/\/api\/products\?sort=name&limit=24$/)
  await link.hover()
  await list
  await expect.poll(() => asked.length).toBe(2)
  await link.click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBeGreaterThan(24)
  expect(asked.filter((path) => !path.includes('cursor='))).toHaveLength(2)
})

test('links that lead out of the shop or stay where one is fetch nothing', { tag: '@wide' }, async ({
  page,
}) => {
  // The code for it comes late: whoever points at another link meanwhile has that one fetched.
  let load = () => {}
  const pointed = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/assets\/prefetch-.*\.js$/, async (route) => {
    await pointed
    await route.continue()
  })
  await page.goto('/products')
  const asked = listen(page)
  const code = page.waitForRequest(/\/assets\/prefetch-.*\.js$/)
  const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Products' })
  await here.hover()
  await code
  const elsewhere = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chips' })
  const list = page.waitForResponse(/\/api\/categories\/chips$/)
  await elsewhere.hover()
  load()
  await list
  expect(asked.filter((path) => path.startsWith('/api/products?sort=name'))).toEqual([])
})
