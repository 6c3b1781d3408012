import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { expect, test } from './kit/test'

const pages = [
  ['/', 'Rare Snacks. Limited Supply. Maximum Hype.'],
  ['/products', 'All Products'],
  ['/product/10', 'Mystery Snack Box - Hype Favorites'],
  ['/category/chips', 'Chips'],
  ['/drops', 'Drops'],
  ['/cart', 'Your Shopping Cart'],
  ['/checkout', 'Checkout'],
  ['/order/ORD-001?key=wrong', 'Order ORD-001'],
  ['/orders', 'Find your order'],
  ['/account', 'Your Account'],
  ['/account/dashboard', 'Your Account'],
  ['/forgot-password', 'Forgot Password'],
  ['/reset-password?token=wrong', 'Reset Password'],
  ['/about', 'About Us'],
  ['/faq', 'FAQ'],
  ['/contact', 'Contact Us'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/subscription', 'Join The Inner Circle'],
  ['/nowhere', 'Oops! Page not found'],
] as const

/** A checkout is seen by whoever has something to buy. */
function fillCart() {
  const line = { product_id: 1, quantity: 10, name: 'Hokkaido Nori Butter Crisps', price: 6.5, image_url: '' }
  localStorage.setItem('snackdrop.cart', JSON.stringify([line]))
}

/** How much of the page moved by itself while it came. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}

for (const [path, heading] of pages) {
  test(`${path} stands still, fits every width and is accessible`, async ({ page, isMobile }) => {
    test.setTimeout(60_000)
    if (path === '/checkout' || path === '/cart') await page.addInitScript(fillCart)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading.split('.')[0] ?? heading)
    // A page that keeps asking for something is never idle.
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
    expect(await layoutShift(page), 'layout shift').toBeLessThanOrEqual(0.02)
    await expectAccessible(page)
    const height = page.viewportSize()?.height ?? 900
    for (const width of isMobile ? [320, 360] : [320, 480, 768, 1024, 1280, 1920, 2560]) {
      await page.setViewportSize({ width, height })
      await expectNoSidewaysScroll(page)
    }
  })
}

test("what is the customer's own comes after the page and moves nothing", async ({ customerPage: page }) => {
  const cart = { lines: [{ product_id: 1, quantity: 12 }] }
  expect((await page.request.put('/api/cart', { data: cart })).status()).toBe(200)
  for (const path of ['/', '/products', '/product/10', '/category/chips', '/about']) {
    await expect.poll(async () => (await page.request.get(path)).text(), { message: path }).toContain('<main')
    const html = await (await page.request.get(path)).text()
    expect(html, path).not.toContain('items in your cart')
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText('12')
    await expect(page.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute(
      'href',
      '/account/dashboard',
    )
    expect(await layoutShift(page), path).toBeLessThanOrEqual(0.02)
  }
})

test('every picture says how large it is, and only the first ones hurry', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/products')
  const pictures = page.getByRole('region', { name: 'Products' }).locator('img')
  await expect(pictures).toHaveCount(24)
  const facts = await pictures.evaluateAll((all) =>
    all.map((image) => ({
      sized: image.hasAttribute('width') && image.hasAttribute('height'),
      choices: (image.getAttribute('srcset') ?? '').split(',').length > 1 && image.hasAttribute('sizes'),
      eager: image.getAttribute('loading') === 'eager' && image.getAttribute('fetchpriority') === 'high',
    })),
  )
  expect(facts.every(({ sized, choices }) => sized && choices)).toBe(true)
  expect(facts.map(({ eager }) => eager)).toEqual(facts.map((_, index) => index < 2))
})

test('About tells the story, the mission and how we work', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/about')
  for (const name of ['Our Story', 'Our Mission', 'How We Work', 'Source', 'Select', 'Drop', 'Deliver'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText('Founded in 2020')).toBeVisible()
  await expect(page.getByRole('link', { name: '@snackdrop' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/snackdrop/',
  )
  await expect(page.getByRole('link', { name: 'facebook.com/snackdrop' })).toBeVisible()
})

test('an unknown address answers 404 and leads home', { tag: '@wide' }, async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the FAQ folds and unfolds', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/faq')
  const answer = page.getByText('A small number of something hard to find')
  await expect(answer).toBeHidden()
  await page.getByText('What is a drop?').click()
  await expect(answer).toBeVisible()
  await expectAccessible(page)
})

/** The emails that the shop sent, as text. Without a mail server they are files. */
function emails(data: string): string[] {
  const folder = join(data, 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '='),
    )
}

test('a message to the store: what is missing stands beside it, then it is sent', { tag: '@wide' }, async ({
  page,
  shop,
}) => {
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Two bags arrived as dust.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Tell us your name.')).toBeVisible()
  await expect(page.getByText('Enter an email address.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Message')).toHaveValue('Two bags arrived as dust.')
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Casey')
  await expect(page.getByText('Tell us your name.')).toBeHidden()
  await page.getByLabel('Email').fill('casey@example.test')
  const subject = `Crumbs ${Math.random()}`
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => emails(shop.data).some((text) => text.includes(subject))).toBe(true)
})

test('joining the list asks back by mail, and can be undone', { tag: '@wide' }, async ({ page, shop }) => {
  const email = `casey${Math.random().toString(36).slice(2)}@example.test`
  await page.goto('/subscription')
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Join The Inner Circle' }).click()
  await expect(page.getByText('Enter an email address.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Join The Inner Circle' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expectAccessible(page)

  const link = (kind: string) =>
    emails(shop.data)
      .find((text) => text.includes(`To: <${email}>`) || text.includes(`To: ${email}`))
      ?.match(new RegExp(`/subscription\\?${kind}=[\\w-]+`))?.[0]
  await expect.poll(() => link('confirm')).toBeTruthy()
  await page.goto(link('confirm') ?? '')
  await expect(page.getByRole('heading', { name: 'You are in' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(link('leave') ?? '')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You have left the list' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/subscription?confirm=made-up')
  await expect(page.getByText('This link does not work any more.')).toBeVisible()
  await expectAccessible(page)
})

test('typed text survives a shop that does not answer', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/contact')
  for (const [label, text] of [
    ['Name', 'Casey'],
    ['Email', 'casey@example.test'],
    ['Subject', 'Hello'],
    ['Message', 'A long story.'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.route('**/api/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('The shop did not answer. What you typed is still here')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('A long story.')
})
