import type { Page } from '@playwright/test'
import { expectAccessible } from '../../kit/axe'
import { newProduct, toastOf, unique } from '../../kit/catalog'
import { expect, test } from '../../kit/test'

test.use({ changes: 'drops' })
test.describe.configure({ timeout: 90_000 })

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('drops', () => {
  test('staff make a drop, schedule, duplicate and withdraw it', async ({ adminPage: page }) => {
    const name = unique('Midnight Box')
    const product = await newProduct(page, unique('Moon Chips'), { stock_quantity: 20 })
    await page.goto('/admin/drops')
    await page.getByRole('button', { name: 'New drop' }).first().click()
    await expect(page.getByRole('heading', { name: 'New drop' })).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Save draft').click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await expect(field(page, 'Name')).toBeFocused()

    await field(page, 'Name').fill(name)
    await field(page, 'Opens').fill('2036-11-20T18:00')
    await expect(field(page, 'Early access from')).toHaveValue('2036-11-20T17:00')
    await field(page, 'How it is sold').selectOption('Open')
    await expect(page.getByText('The fastest script wins.')).toBeVisible()
    await field(page, 'How it is sold').selectOption('Line')
    await field(page, 'Who gets early access').selectOption('Nobody')
    await expect(
      page.getByText('The home page promises early access an hour before every drop.'),
    ).toBeVisible()
    await field(page, 'Who gets early access').selectOption('Both')
    await page.getByRole('searchbox', { name: 'Search products to add' }).fill(product.name)
    await button(page, `Add ${product.name}`).click()
    await expect(field(page, 'Units for this drop')).toBeFocused()
    await field(page, 'Units for this drop').fill('15')
    await expect(page.locator('dd').filter({ hasText: /^5$/ })).toBeVisible()
    await button(page, 'Save draft').click()
    await expect(toastOf(page, 'Drop created')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/drops\/\d+$/)
    await expectAccessible(page)

    // More than there is: refused beside the field, and what was typed stays.
    await field(page, 'Units for this drop').fill('25')
    await button(page, 'Schedule').click()
    await expect(page.getByRole('alert').filter({ hasText: 'Only 20 in stock.' })).toBeVisible()
    await expect(field(page, 'Units for this drop')).toBeFocused()
    await field(page, 'Units for this drop').fill('12')
    await button(page, 'Schedule').click()
    await expect(toastOf(page, 'Drop scheduled')).toBeVisible()
    await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
    await expect(button(page, 'Schedule')).toHaveCount(0)

    await button(page, 'Preview at…').click()
    const preview = page.getByRole('dialog', { name: 'Preview at…' })
    await preview.getByRole('button', { name: 'A minute before' }).click()
    await expect(preview.getByLabel('Date and time')).toHaveValue(/^2036-11-20T17:59/)
    await expect(preview.getByRole('link', { name: 'Open preview' })).toHaveAttribute(
      'href',
      new RegExp(`^/preview/${Date.UTC(2036, 10, 21, 1, 59)}/drop/midnight-box`),
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await button(page, 'Duplicate').click()
    await expect(toastOf(page, 'Drop duplicated')).toBeVisible()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await button(page, 'Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/admin\/drops$/)

    await page.getByRole('link', { name, exact: true }).click()
    await button(page, 'Withdraw').click()
    const ask = page.getByRole('dialog', { name: 'Withdraw this drop?' })
    await ask.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
    await expect(button(page, 'Schedule')).toBeVisible()
  })

  test('an access code is shown once, and a limit is lifted', { tag: '@wide' }, async ({
    adminPage: page,
  }) => {
    const { id } = await newDrop(page, { opens_at: '2036-11-20T18:00:00Z', early_access: 'codes' })
    await page.goto(`/admin/drops/${id}`)
    await button(page, 'Add access code').click()
    await field(page, 'Label').fill('Friends')
    await field(page, 'Most uses').fill('20')
    await button(page, 'Add code').click()
    const code = await page.getByLabel('Access code', { exact: true }).textContent()
    expect(code).toMatch(/\S{6,}/)
    await expectAccessible(page)
    await button(page, 'Done').click()
    await expect(page.getByText('0 of 20 used')).toBeVisible()
    await page.reload()
    await expect(page.getByText('0 of 20 used')).toBeVisible()
    await expect(page.getByText(code ?? '')).toHaveCount(0)

    await button(page, 'Lift the limit').click()
    const dialog = page.getByRole('dialog', { name: 'Lift the limit' })
    await dialog.getByRole('button', { name: 'Lift the limit' }).click()
    await expect(dialog.getByText('Enter an email address.')).toBeVisible()
    await dialog.getByLabel('Email').fill('neighbour@example.com')
    await dialog.getByRole('button', { name: 'Lift the limit' }).click()
    await expect(toastOf(page, 'Limit lifted')).toBeVisible()
  })

  test('the control room pauses and resumes a live drop, adds units and ends it', { tag: '@wide' }, async ({
    adminPage: page,
  }) => {
    const opens = new Date(Date.now() + 3_000).toISOString()
    const { id } = await newDrop(page, { opens_at: opens, early_access: 'none', mode: 'queue' }, true)
    await page.goto(`/admin/drops/${id}/live`)
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 })
    const figures = page.getByLabel('Figures')
    for (const name of ['Waiting', 'Inside', 'Held', 'Paid', 'Orders per second', 'Units free'])
      await expect(figures.getByText(name, { exact: true })).toBeVisible()
    const free = figures
      .locator('div')
      .filter({ has: page.getByText('Units free', { exact: true }) })
      .last()
    await expect(free.locator('dd')).toHaveText('15', { timeout: 15_000 })
    await expectAccessible(page)

    await button(page, 'Pause').click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await button(page, 'Resume').click()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    await field(page, 'People per minute').fill('90')
    await button(page, 'Set').click()
    await expect(toastOf(page, 'People per minute set')).toBeVisible()
    await field(page, 'Units').fill('7')
    await button(page, 'Add units').click()
    await expect(toastOf(page, 'Units added')).toBeVisible()
    await expect(free.locator('dd')).toHaveText('22', { timeout: 15_000 })

    await button(page, 'End drop').click()
    const ask = page.getByRole('dialog', { name: 'End drop' })
    await expect(ask.getByText('End this drop? Holds can still be paid.')).toBeVisible()
    await ask.getByRole('button', { name: 'End drop' }).click()
    await expect(page.getByText('Ended', { exact: true })).toBeVisible()
    await expect(button(page, 'Pause')).toHaveCount(0)
  })

  test('Pause is on the screen at every size, however far one has scrolled', async ({ adminPage: page }) => {
    const { id } = await newDrop(page, { opens_at: '2036-11-20T18:00:00Z', early_access: 'none' }, true)
    await page.goto(`/admin/drops/${id}/live`)
    for (const [width, height] of [
      [320, 480],
      [390, 844],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(button(page, 'Pause')).toBeInViewport({ ratio: 1 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0)
      if (width === 390) await expectAccessible(page)
    }
  })
})

/** A drop of 15 of 20 units of a product of its own, as a draft or scheduled. */
async function newDrop(page: Page, drop: object, schedule = false) {
  const product = await newProduct(page, unique('Moon Chips'), { stock_quantity: 20 })
  const made = await page.request.post('/api/admin/drops', {
    data: { name: unique('Noon Box'), products: [{ product_id: product.id, units: 15 }], ...drop },
  })
  expect(made.status(), await made.text()).toBe(200)
  const saved = (await made.json()) as { id: number; version: number }
  if (!schedule) return saved
  const { id, version } = saved
  const scheduled = await page.request.post(`/api/admin/drops/${id}/schedule`, { data: { version } })
  expect(scheduled.status(), await scheduled.text()).toBe(200)
  return saved
}
