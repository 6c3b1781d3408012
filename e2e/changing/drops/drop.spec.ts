import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../kit/axe'
import { newProduct, unique } from '../../kit/catalog'
import { receivedEmail } from '../../kit/mail'
import { expect, test } from '../../kit/test'

test.use({ changes: 'drops' })

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const address = () => `${Math.random().toString(36).slice(2, 10)}@example.com`

/** A scheduled drop of one new product. Times are seconds from now. */
async function newDrop(staff: Page, name: string, more: object) {
  const product = await newProduct(staff, unique(name), { stock_quantity: 8 })
  const made = await staff.request.post('/api/admin/drops', {
    data: {
      name: product.name,
      description: 'Few, and loud.',
      early_access: 'none',
      limit_units: 2,
      products: [{ product_id: product.id, units: 6 }],
      ...more,
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const draft = (await made.json()) as { id: number; version: number; slug: string }
  const scheduled = await staff.request.post(`/api/admin/drops/${draft.id}/schedule`, {
    data: { version: draft.version },
  })
  expect(scheduled.ok(), await scheduled.text()).toBe(true)
  const { version } = (await scheduled.json()) as { version: number }
  return { ...draft, version, name: product.name, product: product.id }
}

const status = (page: Page) => page.locator('.drop-status')

/** How far things have moved by themselves since the page was opened. */
const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const moved = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
          resolve(moved.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 300)
      }),
  )

test('a drop counts down, opens by itself and is sold', async ({ page, adminPage }) => {
  const drop = await newDrop(adminPage, 'Countdown Crisps', { mode: 'open', opens_at: soon(12) })
  await page.goto(`/drop/${drop.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: drop.name })).toBeVisible()
  await expect(page.getByText('Opens in')).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Time until the drop opens' })).toContainText(/second/)
  await expect(page.getByText('At most 2 per household.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind me' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    `/drop/${drop.slug}.ics`,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await expect(status(page)).toHaveText('Live now', { timeout: 20_000 })
  expect(await shift(page)).toBeLessThan(0.02)
  await expect(page.locator('.drop-panel').getByText('6 left')).toBeVisible()
  await expectAccessible(page)
  await page.locator('.drop-bar').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText(`Added ${drop.name} to your cart.`).first()).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('group', { name: drop.name })).toBeVisible()
})

test('nothing moves and axe finds nothing while a drop goes through its phases @wide', async ({
  page,
  adminPage,
}) => {
  const drop = await newDrop(adminPage, 'Phase Pretzels', {
    early_access: 'codes',
    early_at: soon(6),
    opens_at: soon(12),
    ends_at: soon(18),
  })
  await page.goto(`/drop/${drop.slug}`)
  for (const words of [/^Opens /, 'Early access is open', 'Live now', 'This drop is over']) {
    await expect(status(page)).toHaveText(words, { timeout: 20_000 })
    await expectAccessible(page)
  }
  expect(await shift(page)).toBeLessThan(0.02)
  await expectNoSidewaysScroll(page)
})

test('before the opening the product says when, and cannot be bought', async ({ page, adminPage }) => {
  const drop = await newDrop(adminPage, 'Patience Puffs', { opens_at: soon(86_400) })
  await page.goto(`/product/${drop.product}`)
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeDisabled()
  await expect(page.getByText(/^Opens \w{3}, \w{3} \d+, \d+:\d\d [AP]M \w+$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the waitlist' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('link', { name: `${drop.name}: the drop` }).click()
  await page.waitForURL(`**/drop/${drop.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: drop.name })).toBeVisible()
  await page.reload()
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const event = facts.map((text) => JSON.parse(text)).find((fact) => fact['@type'] === 'SaleEvent')
  expect(event.offers[0].availability).toBe('https://schema.org/OutOfStock')
  expect(Date.parse(event.offers[0].availabilityStarts)).toBe(Date.parse(event.startDate))
})

test('a reminder counts once its link was opened', async ({ page, adminPage, shop }) => {
  const drop = await newDrop(adminPage, 'Reminder Rings', { opens_at: soon(86_400) })
  const email = address()
  await page.goto(`/drop/${drop.slug}`)
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.locator('.drop-bar').getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.getByText('Check your email.')).toBeVisible()
  await expectAccessible(page)
  const mail = await receivedEmail(shop.data, email, 'reminder')
  const link = new URL(mail.match(/http:\/\/\S+confirm=[\w.-]+/)?.[0] ?? 'http://none')
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('You are on the list.')).toBeVisible()
  await expect(page).toHaveURL(`/drop/${drop.slug}`)
})

test('an access code opens early access, and a cart is held', async ({ page, adminPage }) => {
  const drop = await newDrop(adminPage, 'Early Eclairs', {
    mode: 'open',
    early_access: 'codes',
    early_at: soon(1),
    opens_at: soon(3600),
    early_share: 100,
  })
  const made = await adminPage.request.post(`/api/admin/drops/${drop.id}/codes`, {
    data: { label: 'Friends', max_uses: 5, version: drop.version },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { code } = (await made.json()) as { code: string }
  await page.goto(`/drop/${drop.slug}`)
  await expect(status(page)).toHaveText('Early access is open', { timeout: 15_000 })
  await page.getByRole('textbox', { name: 'Email' }).fill(address())
  await page.getByRole('textbox', { name: 'Access code' }).fill('nonsense')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('This code does not work.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Access code' }).fill(code)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('You have early access.')).toBeVisible()
  await page.locator('.drop-bar').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Held for 8 minutes').first()).toBeVisible()
  await expect(page.locator('header').getByText(/^Held [78]:\d\d$/)).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText(/^Held for you: [78]:\d\d$/)).toBeVisible()
  await expectAccessible(page)
})

test('a line is joined where the drop has one, and the end is told', async ({ page, adminPage }) => {
  const drop = await newDrop(adminPage, 'Line Licorice', { opens_at: soon(2), ends_at: soon(16) })
  await page.goto(`/drop/${drop.slug}`)
  const join = page.getByRole('link', { name: 'Join the line' })
  await expect(join).toHaveAttribute('href', `/drop/${drop.slug}/line`)
  await expect(status(page)).toHaveText('Live now', { timeout: 15_000 })
  await expect(join).toBeVisible()
  await expect(status(page)).toHaveText('This drop is over', { timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'See the next drop' })).toBeVisible()
  await expectAccessible(page)
})

test('all drops are listed, and the next one is on the home page', async ({ page, openShop }) => {
  const shop = await openShop({ drops: true })
  await page.goto(`${shop.url}/drops`)
  await expect(page.getByRole('heading', { level: 1, name: 'Drops' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Midnight Ramen' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Gold Rush' })).toContainText('This drop is over')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`${shop.url}/`)
  const region = page.getByRole('region', { name: 'Next drop' })
  await expect(region.getByRole('link')).toContainText('Midnight Ramen')
  await region.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Midnight Ramen' })).toBeVisible()
  await expectAccessible(page)
})

test('without a drop the list says so, and an unknown drop is not found', { tag: '@wide' }, async ({
  page,
  openShop,
}) => {
  const shop = await openShop()
  await page.goto(`${shop.url}/drops`)
  await expect(page.getByText('No drop is planned right now.')).toBeVisible()
  await expectAccessible(page)
  const response = await page.goto(`${shop.url}/drop/no-such-drop`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Drop Not Found' })).toBeVisible()
})
