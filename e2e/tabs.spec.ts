import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

test('seven tabs share one stream, and each shows a change', { tag: '@wide' }, async ({
  openShop,
  context,
  browser,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  let streams = 0
  context.on('request', (request) => {
    if (/\/api\/events(\?(?!.*once)|$)/.test(request.url())) streams++
  })
  const tabs = []
  for (let n = 0; n < 7; n++) {
    const tab = await context.newPage()
    const listening = tab.waitForResponse('**/api/events*')
    await tab.goto(`${shop.url}/product/1`)
    await expect(tab.getByRole('main').getByText('$6.50', { exact: true })).toBeVisible()
    await listening
    tabs.push(tab)
  }
  await staff.change(1, { price: 7.25 })
  for (const tab of tabs)
    await expect(tab.getByRole('main').getByText('$7.25', { exact: true })).toBeVisible()
  expect(streams).toBe(1)
})
