import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newProduct } from './kit/catalog'
import { slowConnection } from './kit/slow-connection'
import { expect, test } from './kit/test'

// React reports every difference between the server's page and its own, but only in a development build. So these
// pages come from the real program, and the code that hydrates them is built for development.
const folder = 'bin/development'
let entry = ''

test.describe.configure({ mode: 'default', timeout: 120_000 })
test.beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  const out = join(process.cwd(), folder)
  const options = [
    '--config',
    'web/vite.config.ts',
    '--mode',
    'development',
    '--minify',
    'false',
    '--outDir',
    out,
  ]
  execFileSync('npx', ['vite', 'build', '--logLevel', 'error', ...options], {
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  entry = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))['index.html'].file
})

const pages = [
  '/',
  '/products',
  '/products?search=nori&min_price=2&category=chips',
  '/products?search=zzzz',
  '/product/10',
  '/products/1',
  '/product/999999',
  '/category/chips',
  '/category/none',
  '/drops',
  '/drop/none',
  '/about',
  '/faq',
  '/contact',
  '/terms',
  '/privacy',
  '/subscription',
  '/nowhere',
]

/** What may be asked for by a page that has just arrived: who is here, what is theirs, and what is new. */
const personal = /^\/api\/(session|cart|events|visits)\b/

/** Opens the page with the development code, and gives what React and the network said of it. */
async function hydrate(page: Page, path: string, change = (html: string) => html) {
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    const expected = /^(Failed to load|404: no page at)/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !personal.test(pathname)) asked.push(pathname)
  })
  // The first request gets the shell; later requests get the rendered page.
  await expect
    .poll(async () => (await page.request.get(path)).text(), { message: `${path} is rendered` })
    .toContain('<main')
  await page.route(
    (url) => url.pathname + url.search === path,
    async (route) => {
      const response = await route.fetch()
      const html = (await response.text())
        .replace(/<link data-deferred[^>]*>/g, '')
        .replace(/(<script type="text\/plain" data-deferred[^>]* src=")[^"]+/, `$1/${entry}`)
      await route.fulfill({ response, body: change(html) })
    },
  )
  await page.route('**/assets/*.js', async (route) => {
    const name = new URL(route.request().url()).pathname
    await route.fulfill({ path: join(folder, name), contentType: 'text/javascript' })
  })
  // The page links the program's styles, this build's code those of its own.
  await page.route('**/assets/*.css', async (route) => {
    const path = join(folder, new URL(route.request().url()).pathname)
    await (existsSync(path) ? route.fulfill({ path, contentType: 'text/css' }) : route.continue())
  })
  await page.goto(path)
  // React leaves its mark on what it has taken over.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#app main') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page.waitForTimeout(300)
  return { said, asked }
}

for (const path of pages) {
  test(`${path} hydrates without a change and without a request`, { tag: '@wide' }, async ({ page }) => {
    const { said, asked } = await hydrate(page, path)
    expect(said).toEqual([])
    expect(asked).toEqual([])
  })
}

const elsewhere = [
  '/drop/aurora-berry',
  '/drop/gold-rush',
  '/drop/jade-rabbit',
  '/drop/jade-rabbit/draw',
  '/drops',
  '/',
]

// 20 s after its opening the line of a drop is shuffled, and open pages ask again: only its own pages are opened before that.
for (const [mode, others] of [
  ['open', elsewhere],
  ['queue', []],
] as const) {
  test(`pages beside a drop in mode ${mode} hydrate without a change`, { tag: '@wide' }, async ({
    browser,
    openShop,
  }) => {
    const shop = await openShop({ drops: true })
    const staff = await browser.newContext({ baseURL: shop.url })
    await staff.request.post('/api/session', { data: shop.admin })
    const product = await newProduct(await staff.newPage(), 'Running Rolls', { stock_quantity: 9 })
    const drop = {
      name: 'Running Rolls',
      mode,
      opens_at: new Date(Date.now() + 2000).toISOString(),
      early_access: 'none',
      products: [{ product_id: product.id, units: 9 }],
    }
    const { id, version } = await (await staff.request.post('/api/admin/drops', { data: drop })).json()
    const scheduled = await staff.request.post(`/api/admin/drops/${id}/schedule`, { data: { version } })
    const { slug } = await scheduled.json()
    const visitor = await browser.newContext({ baseURL: shop.url })
    await expect
      .poll(async () => (await (await visitor.request.get(`/api/drops/${slug}`)).json()).phase)
      .toBe('live')
    for (const path of [`/drop/${slug}`, `/product/${product.id}`, ...others]) {
      const page = await visitor.newPage()
      const { said, asked } = await hydrate(page, path)
      expect(said, path).toEqual([])
      expect(
        asked.filter((call) => call !== '/api/clock'),
        path,
      ).toEqual([])
      await page.close()
    }
  })
}

/** Addresses as people type and other sites write them: server and browser have to read the same in them. */
const oddAddresses = [
  '/About',
  '/product/abc',
  '/product/007',
  '/category/a%2Fb',
  '/category/caf%C3%A9',
  '/products?search=a;b',
  '/products?search=100%',
  '/products?search=+Nori%20',
  '/products?utm_source=letter&search=nori&search=soda',
  '/products?min_price=abc&max_price=5&category=&category=chips&category=chips',
  `/products?${Array.from({ length: 60 }, (_, index) => `category=shelf-${index}`).join('&')}`,
  `/products?search=${'a'.repeat(99)}%F0%9F%8D%9C%F0%9F%8D%9C`,
]

test('odd URLs hydrate as they were rendered', { tag: '@wide' }, async ({ context }) => {
  for (const path of oddAddresses) {
    const page = await context.newPage()
    const { said, asked } = await hydrate(page, path)
    expect(said, path).toEqual([])
    expect(asked, path).toEqual([])
    await page.close()
  }
})

/** Whoever looks: another time zone and language, a clock that is years off, a cart, another tab that is busy with it. */
test('a page hydrates without a change for every kind of visitor', { tag: '@wide' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, timezoneId: 'Pacific/Kiritimati', locale: 'ar-EG' })
  await context.addInitScript(() => {
    const RealDate = Date
    const off = 2 * 366 * 86_400_000
    class OffDate extends RealDate {
      constructor(...given: unknown[]) {
        super(...((given.length ? given : [RealDate.now() + off]) as [number]))
      }
      static override now = () => RealDate.now() + off
    }
    globalThis.Date = OffDate as DateConstructor
  })
  const other = await context.newPage()
  await other.goto('/terms')
  await other.evaluate(() =>
    setInterval(() => {
      const quantity = 1 + (Math.floor(performance.now()) % 9)
      const line = { product_id: 1, quantity, name: 'Crisps', price: 6.5, image_url: '' }
      localStorage.setItem('snackdrop.cart', JSON.stringify([line]))
    }, 5),
  )
  for (const path of ['/', '/products', '/product/10']) {
    const page = await context.newPage()
    const { said, asked } = await hydrate(page, path)
    expect(said, path).toEqual([])
    expect(asked, path).toEqual([])
    await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText(/\d/)
    await page.close()
  }
  await context.close()
})

test('a page whose second half arrives after its code hydrates whole', { tag: '@wide' }, async ({
  page,
  shop,
}) => {
  await expect.poll(async () => (await page.request.get('/products')).text()).toContain('<main')
  const connection = await slowConnection(shop.url, '/products')
  try {
    const code = page.waitForResponse(/\/assets\/products\.page-.*\.js$/)
    await page.goto(`${connection.url}/products`, { waitUntil: 'commit' })
    await (await code).finished()
    // Time enough for code that would not wait.
    await page.waitForTimeout(1000)
    connection.release()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText('1')
  } finally {
    connection.close()
  }
})

test('a page that differs would be noticed', { tag: '@wide' }, async ({ page, complaints }) => {
  const { said } = await hydrate(page, '/about', (html) => html.replace('Our Story', 'Their Story'))
  expect(said.join()).toContain('Hydration failed')
  complaints.length = 0
})

/** Opens a server-rendered page whose code is held back until released. */
async function openWithoutCode(page: Page, path: string) {
  await expect.poll(async () => (await page.request.get(path)).text()).toContain('<main')
  let release = () => {}
  const come = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await come
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

test('a click before hydration is repeated after it', { tag: '@wide' }, async ({ page }) => {
  const releaseCode = await openWithoutCode(page, '/product/1')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  releaseCode()
  await expect(page.getByText(/^Added .* to your cart\.$/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText('2')
})

test('text typed before hydration stays', { tag: '@wide' }, async ({ page }) => {
  const releaseCode = await openWithoutCode(page, '/contact')
  await page.getByLabel('Name').fill('Casey')
  await page.getByLabel('Message').fill('Two bags arrived as dust.')
  await page.getByLabel('Message').press('Tab')
  await page.getByRole('button', { name: 'Send Message' }).click()
  releaseCode()
  await expect(page.getByText('Enter an email address.')).toBeVisible()
  await expect(page.getByText('Tell us your name.')).toBeHidden()
  await expect(page.getByLabel('Message')).toHaveValue('Two bags arrived as dust.')
})

test('the load event fires after hydration, and no frame is left over', { tag: '@wide' }, async ({
  page,
}) => {
  const releaseCode = await openWithoutCode(page, '/product/1')
  const loaded = page.waitForEvent('load')
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete')
  releaseCode()
  await loaded
  await expect(page.locator('iframe')).toHaveCount(0)
})
