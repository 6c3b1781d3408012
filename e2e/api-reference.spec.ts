import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { expect, test } from './kit/test'

test('a programmer finds an operation, reads it and tries it', async ({ page, shop }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'The API of this shop' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const search = page.getByRole('searchbox', { name: 'Search operations' })
  await search.fill('list products')
  await expect(page.getByRole('status')).toHaveText(/^\d+ operations\.$/)
  await search.fill('no such operation')
  await expect(page.getByRole('status')).toHaveText('0 operations.')
  await search.fill('get-product ')
  await expect(page.getByRole('status')).toHaveText(/operation/)

  // By keyboard alone.
  const operation = page.locator('details#get-product')
  await operation.locator('> summary').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#get-product$/)
  await expect(operation.getByRole('button', { name: 'Try it out' })).toBeVisible()
  await expect(operation.getByText('Responses and codes')).toBeVisible()
  expect(await operation.evaluate((element) => element.clientHeight)).toBeLessThan(2000)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await operation.getByRole('button', { name: 'Try it out' }).press('Enter')
  await operation.getByRole('textbox').first().fill('10')
  await operation.getByRole('button', { name: 'Execute' }).press('Enter')
  await expect(operation.locator('.live-responses-table')).toContainText('Mystery')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(elsewhere).toEqual([])
})

test('an operation whose parts are not loaded says so', { tag: '@wide' }, async ({ page }) => {
  await page.route('**/api/openapi.json', (route) => route.abort())
  await page.goto('/api/docs#list-products')
  await expect(page.getByRole('alert')).toHaveText(
    'The fields could not be loaded. Close this and open it again.',
  )
  await page.unroute('**/api/openapi.json')
  const summary = page.locator('details#list-products > summary')
  await summary.click()
  await summary.click()
  await expect(page.locator('#list-products').getByRole('button', { name: 'Try it out' })).toBeVisible()
})
