import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../kit/axe'
import { newProduct, unique } from '../../kit/catalog'
import { fillAddress, fillContact, submit, thanks } from '../../kit/checkout'
import { receivedEmail } from '../../kit/mail'
import { expect, test } from '../../kit/test'

test.use({ changes: 'drops' })

const address = () => `${Math.random().toString(36).slice(2, 10)}@example.com`

/** A drop that is sold through a line and opens in some seconds. */
async function lineDrop(staff: Page, seconds: number, units: number) {
  const product = await newProduct(staff, unique('Line Box'), { stock_quantity: units })
  const draft = await staff.request.post('/api/admin/drops', {
    data: {
      name: unique('Night Box'),
      opens_at: new Date(Date.now() + seconds * 1000).toISOString(),
      ends_at: null,
      image_url: null,
      rate_per_minute: null,
      building_units: null,
      early_access: 'none',
      shuffle_seconds: 5,
      products: [{ product_id: product.id, units, price: null }],
    },
  })
  expect(draft.ok(), await draft.text()).toBe(true)
  const { id, version } = (await draft.json()) as { id: number; version: number }
  const scheduled = await staff.request.post(`/api/admin/drops/${id}/schedule`, { data: { version } })
  expect(scheduled.ok(), await scheduled.text()).toBe(true)
  return (await scheduled.json()) as { slug: string; name: string }
}

test('a shopper joins the line, opens the mailed link, is shuffled and goes in', async ({
  page,
  adminPage,
  shop,
}) => {
  const drop = await lineDrop(adminPage, 25, 3)
  const email = address()
  const response = await page.goto(`/drop/${drop.slug}/line`)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await expect(page.getByRole('heading', { name: `The line for ${drop.name}` })).toBeVisible()
  await expect(page.getByText(/^Everyone who is here by .* is shuffled\./)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox', { name: 'Write to me when it is almost my turn' }).check()
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByText('You are in. Number 1.')).toBeVisible()
  await expect(
    page.getByText(/^Open the link we mailed you before .*: proven addresses go first\./),
  ).toBeVisible()
  await expect(page.getByText('You can close this page. We keep your place.')).toBeVisible()
  await expectAccessible(page)

  const text = await receivedEmail(shop.data, email, 'line')
  const link = new URL(text.match(/http:\/\/\S+\/line\?entry=[\w-]+/)?.[0] ?? 'x:none')
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('Your address is proven.')).toBeVisible()
  expect(page.url()).not.toContain('entry=')

  await expect(page.getByText('It is your turn')).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveTitle(/^It is your turn/)
  await expect(page.getByRole('timer', { name: 'Time left to go in' })).toHaveText(/^[45]:\d\d$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go in' }).click()
  await page.waitForURL(`**/drop/${drop.slug}`)
  const kept = await page.evaluate((slug) => localStorage.getItem(`snackdrop.pass.${slug}`), drop.slug)
  const { pass, expires_at } = JSON.parse(kept ?? '{}') as { pass: string; expires_at: string }
  expect(pass.length).toBeGreaterThan(40)
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
})

test('from the drop page through the line to a paid order', async ({ page, adminPage }) => {
  const drop = await lineDrop(adminPage, 4, 3)
  const email = address()
  await page.goto(`/drop/${drop.slug}`)
  await page.getByRole('link', { name: 'Join the line' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByText('You are in. Number 1.')).toBeVisible()
  await expect(page.getByText('It is your turn')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Go in' }).click()
  await page.locator('.drop-bar').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Held for 8 minutes').first()).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText(/^Held for you: [78]:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await fillContact(page, email)
  await page.getByRole('textbox', { name: 'Phone' }).fill(`512555${Math.floor(1000 + Math.random() * 9000)}`)
  await fillAddress(page)
  await page
    .getByRole('textbox', { name: 'Street address' })
    .fill(`${Math.floor(1 + Math.random() * 9000)} Rosewood Ave`)
  await submit(page).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Your payment is in.')).toBeVisible()
  await page.goto(`/drop/${drop.slug}/line`)
  await expect(page.getByText('Thank you. You have ordered.')).toBeVisible()
})

test('without script the line is joined, shows the place and holds a unit at the turn @wide', async ({
  browser,
  adminPage,
  shop,
}) => {
  const drop = await lineDrop(adminPage, 6, 3)
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/drop/${drop.slug}/line`)
  await page.getByRole('textbox', { name: 'Email' }).fill(address())
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByText('You are in. Number 1.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('It is your turn')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  const line = page.url()
  await page.locator('noscript').getByRole('button', { name: 'Go in' }).click()
  await expect(page).toHaveURL(/\/reservation\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'Held for you' })).toBeVisible()
  const held = page.url()
  await page.goto(line)
  await page.locator('noscript').getByRole('button', { name: 'Go in' }).click()
  // Sealed anew, it is the same reservation.
  await expect(page).toHaveURL(/\/reservation\/[\w-]+$/)
  const [first, again] = await Promise.all(
    [held, page.url()].map(async (url) =>
      (await page.request.get(url.replace('/reservation/', '/api/reservations/'))).json(),
    ),
  )
  expect(again).toEqual({ ...first, token: again.token, seconds_left: again.seconds_left })
  await page.goto(line)
  await page.locator('noscript').getByRole('button', { name: 'Leave the line' }).click()
  await expect(page.getByRole('button', { name: 'Join the line' })).toBeVisible()
  await context.close()

  const other = await browser.newPage({ baseURL: shop.url })
  await other.goto(held)
  await other.getByRole('button', { name: 'Buy now' }).click()
  await expect(
    other.getByText('Held for you:').or(other.getByRole('textbox', { name: 'Email' })),
  ).toBeVisible()
  await other.close()
})

test('the same address in another browser is told that it is in line', { tag: '@wide' }, async ({
  page,
  adminPage,
}) => {
  const drop = await lineDrop(adminPage, 600, 3)
  const email = address()
  const joined = await page.request.post(`/api/drops/${drop.slug}/queue/entries`, { data: { email } })
  expect(joined.ok(), await joined.text()).toBe(true)
  await page.goto(`/drop/${drop.slug}/line`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByRole('alert')).toHaveText('This address is in line already. We mailed its link.')
  await expect(page.getByRole('button', { name: 'Join the line' })).toBeVisible()
})
