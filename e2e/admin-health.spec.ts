import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { staff } from './kit/back-office'
import { expect, test } from './kit/test'

test('staff back the shop up and see how its parts are', { tag: '@wide' }, async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/settings?tab=backups`)
  const now = page.getByRole('button', { name: 'Back up now' })
  await expect(page.getByText('No backups are made.')).toBeVisible()
  await expect(now).toBeDisabled()
  await page.getByLabel('Backup target').fill('/etc')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Enter folder, or a bucket like')).toBeVisible()
  await page.getByLabel('Backup target').fill('folder')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(now).toBeEnabled()
  await now.click()
  await expect(page.getByText('The last backup was made')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${shop.url}/admin`)
  await expect(page.getByRole('region', { name: 'Last backup' })).toContainText('Just now')
  await page.getByRole('tab', { name: 'Health' }).click()
  const part = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(part('Database')).toContainText('Good')
  await expect(part('Backup')).toContainText('Good')
  await expect(part('Email')).toContainText('Needs attention')
  await expect(page.getByRole('status').filter({ hasText: 'attention' })).toBeVisible()
  await expectAccessible(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await page.route('**/api/admin/health', (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: 'unavailable', detail: 'Away.' } }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(part('Database')).toContainText('Broken')
  await expect(page.getByText('1 part is broken.')).toBeVisible()
})

test('a new shop is told what it still has from the demo shop', { tag: '@wide' }, async ({
  page,
  openShop,
}) => {
  const shop = await openShop({ demo: false })
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/health`)
  const details = page.getByRole('listitem').filter({ hasText: 'Shop details' })
  await expect(details).toContainText('the demo shop’s address, terms of service and privacy policy')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await details.getByRole('link', { name: 'Open the store’s address' }).click()
  await page.getByLabel('Store street', { exact: true }).fill('1 Main St')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings updated').first()).toBeVisible()
  await page.goto(`${shop.url}/admin/health`)
  await expect(details).not.toContainText('address')
  await details.getByRole('link', { name: 'Open texts' }).click()
  await expect(page.getByLabel('Terms text')).toBeVisible()
})
