import { readFileSync } from 'node:fs'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { notice, row, staff } from './kit/back-office'
import { expect, test } from './kit/test'

test.describe.configure({ timeout: 60_000 })

test('customers with their orders', { tag: '@wide' }, async ({ adminPage: page }) => {
  await page.goto('/admin/customers')
  await expect(row(page, 'Maya Torres')).toContainText('Guest')
  await expectAccessible(page)
  await page.getByLabel('Search customers...').fill('nobody')
  await expect(page.getByText('No customers found')).toBeVisible()
  await page.getByLabel('Search customers...').fill('maya')
  await page.getByRole('link', { name: 'Maya Torres' }).click()
  await expect(page.getByRole('heading', { name: 'Maya Torres' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ORD-001' })).toBeVisible()
  await expectAccessible(page)
})

test('promotions are made, changed and deleted', { tag: '@wide' }, async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/promotions`)
  await expect(page.getByText('No promotions found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Promotion' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  for (const width of [1440, 820, 700, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const boxes = ['Starts', 'Ends', 'Total uses', 'Uses per customer'].map(async (name) => {
      const box = await dialog.getByLabel(name).boundingBox()
      return [box?.x, box?.width]
    })
    const [starts, ends, uses, each] = await Promise.all(boxes)
    expect([starts, ends], `the dates are as wide as the fields below them at ${width} px`).toEqual([
      uses,
      each,
    ])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Save Promotion' }).click()
  await expect(dialog.getByText('A percentage goes from 1 to 100.')).toBeVisible()
  await dialog.getByLabel('Code').fill('DROP10')
  await dialog.getByLabel('Percent', { exact: true }).fill('10')
  await dialog.getByLabel('Minimum order').fill('20')
  await dialog.getByLabel('Total uses').fill('100')
  await dialog.getByRole('button', { name: 'Save Promotion' }).click()
  await expect(notice(page, 'DROP10 has been created successfully.')).toBeVisible()
  await expect(row(page, 'DROP10')).toContainText('10% off')
  await expect(row(page, 'DROP10')).toContainText('0 of 100')

  await page.getByRole('button', { name: 'Edit DROP10' }).click()
  await dialog.getByLabel('Kind').selectOption('Free shipping')
  await dialog.getByRole('switch', { name: 'Enabled' }).click()
  await dialog.getByRole('button', { name: 'Update Promotion' }).click()
  await expect(row(page, 'DROP10')).toContainText('Free shipping')
  await expect(row(page, 'DROP10')).toContainText('Off')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete DROP10' }).click()
  await page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No promotions found')).toBeVisible()
})

test('subscribers: the list, its file, and one who is forgotten', async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/subscribers`)
  await expect(page.getByText('No subscribers found')).toBeVisible()
  await expectAccessible(page)
  for (const email of ['ana@snacks.test', 'ben@snacks.test', 'cleo@other.test'])
    await page.request.post(`${shop.url}/api/subscriptions`, { data: { email } })
  await page.reload()
  await expect(page.getByText('0 confirmed, 3 not confirmed yet, 0 unsubscribed')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Search subscribers...').fill('SNACKS')
  await expect(row(page, 'cleo@other.test')).toHaveCount(0)
  await expect(row(page, 'ana@snacks.test')).toContainText('Not confirmed yet')
  await page.getByLabel('Status', { exact: true }).selectOption('Unsubscribed')
  await expect(page.getByText('No subscribers found')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Not confirmed yet')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.split('\n')[0]).toBe('email,status,created_at,confirmed_at')
  expect(file).toContain('ana@snacks.test,pending,')
  expect(file).not.toContain('cleo@other.test')

  await page.getByRole('button', { name: 'Delete ana@snacks.test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await expect(dialog).toContainText('ana@snacks.test will be forgotten altogether.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(notice(page, 'The address has been forgotten.')).toBeVisible()
  await expect(row(page, 'ana@snacks.test')).toHaveCount(0)
  await expect(row(page, 'ben@snacks.test')).toBeVisible()
})
