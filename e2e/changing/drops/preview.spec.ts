import type { Page } from '@playwright/test'
import { newProduct, unique } from '../../kit/catalog'
import { expect, test } from '../../kit/test'

test.use({ changes: 'drops' })

const DAY = 86_400_000

/** A scheduled drop of one new product, teased at once, that opens and ends at whole seconds. */
async function newDrop(staff: Page, name: string, opensAt: number) {
  const product = await newProduct(staff, unique(name), { stock_quantity: 8 })
  const made = await staff.request.post('/api/admin/drops', {
    data: {
      name: product.name,
      mode: 'open',
      early_access: 'none',
      opens_at: new Date(opensAt).toISOString(),
      ends_at: new Date(opensAt + DAY).toISOString(),
      products: [{ product_id: product.id, units: 6 }],
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { id, version, slug } = (await made.json()) as { id: number; version: number; slug: string }
  const scheduled = await staff.request.post(`/api/admin/drops/${id}/schedule`, { data: { version } })
  expect(scheduled.ok(), await scheduled.text()).toBe(true)
  return { slug, name: product.name }
}

const wholeSecond = (at: number) => Math.ceil(at / 1000) * 1000

test('staff see the shop of another moment, and nobody else does @wide', async ({ page, adminPage }) => {
  const opensAt = wholeSecond(Date.now() + DAY)
  const drop = await newDrop(adminPage, 'Tomorrow Toffee', opensAt)
  const bar = adminPage.getByRole('complementary', { name: 'Preview' })

  await adminPage.goto(`/preview/${opensAt}/drop/${drop.slug}`)
  await expect(adminPage.locator('.drop-status')).toHaveText('Live now')
  await expect(adminPage).toHaveTitle(new RegExp(drop.name))
  await expect(bar).toContainText(
    /You are looking at \w+ \d+, \d{4}.+\. Nothing can be bought here\. Units are today's\./,
  )
  await adminPage.goto(`/preview/${opensAt + DAY}/drop/${drop.slug}`)
  await expect(adminPage.locator('.drop-status')).toHaveText('This drop is over')
  await adminPage.goto(`/preview/${opensAt - 60_000}/drop/${drop.slug}`)
  await expect(adminPage.getByText('Opens in')).toBeVisible()
  await expect(adminPage.getByRole('timer', { name: 'Time until the drop opens' })).toContainText(
    /5\d seconds|1 minute/,
  )

  // Links stay in the preview until somebody goes back.
  await adminPage.getByRole('navigation').getByRole('link', { name: 'About' }).first().click()
  await expect(adminPage).toHaveURL(`/preview/${opensAt - 60_000}/about`)
  await bar.getByRole('link', { name: 'Back to now' }).click()
  await expect(adminPage).toHaveURL('/about')
  await expect(bar).toBeHidden()

  const response = await page.goto(`/preview/${opensAt}/drop/${drop.slug}`)
  expect(response?.status()).toBe(404)
})

test('the countdown is right with a clock that is a day wrong and stepping @wide', async ({
  page,
  adminPage,
}) => {
  const opensAt = wholeSecond(Date.now() + 600_000)
  const drop = await newDrop(adminPage, 'Steady Sticks', opensAt)
  await page.addInitScript(() => {
    const now = Date.now
    // Set to tomorrow and to yesterday three times a second. If it jumped from call to call, React and its libraries would
    // see a change in every render.
    Date.now = () => now() + 86_400_000 * (Math.floor(performance.now() / 333) % 2 === 0 ? 1 : -1)
  })
  await page.goto(`/drop/${drop.slug}`)
  const seconds = page
    .getByRole('timer', { name: 'Time until the drop opens' })
    .locator('.flap-digits')
    .last()
  await expect(seconds).toHaveText(/^\d\d$/)
  // When the seconds changed, by this machine's clock, and what they showed then.
  const changes = await seconds.evaluate(
    (digits) =>
      new Promise<{ at: number; shown: number }[]>((resolve) => {
        const seen: { at: number; shown: number }[] = []
        const observer = new MutationObserver(() => {
          seen.push({ at: performance.timeOrigin + performance.now(), shown: Number(digits.textContent) })
          if (seen.length < 5) return
          observer.disconnect()
          resolve(seen)
        })
        observer.observe(digits, { subtree: true, childList: true, characterData: true })
      }),
  )
  const off = changes.map(({ at, shown }) => {
    const left = (opensAt - at) / 1000
    const whole = Math.round(left)
    return Math.abs(whole % 60 === shown ? left - whole : 60)
  })
  // A busy machine may paint one of them late.
  expect(off.sort((a, b) => a - b)[2]).toBeLessThanOrEqual(0.25)
})
