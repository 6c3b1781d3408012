import { readdirSync } from 'node:fs'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { notice, row, staff } from './kit/back-office'
import { receivedEmail } from './kit/mail'
import { placeOrder } from './kit/order'
import { expect, test } from './kit/test'

// These tests move orders, so each has a shop of its own: a whole walk, with several looks of axe.
test.describe.configure({ timeout: 60_000 })

test('the dashboard shows what the shop is about', async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin`)
  await expect(page.getByRole('link', { name: /Total Products 47 45 in stock/ })).toHaveAttribute(
    'href',
    '/admin/products',
  )
  await expect(page.getByRole('link', { name: /Categories 6/ }).first()).toHaveAttribute(
    'href',
    '/admin/categories',
  )
  await expect(page.getByRole('link', { name: /Orders 2 1 needing processing/ })).toHaveAttribute(
    'href',
    '/admin/orders',
  )
  await expect(page.getByRole('link', { name: /Site Settings \d+/ })).toHaveAttribute(
    'href',
    '/admin/settings',
  )

  const recent = page.getByRole('region', { name: 'Recent Orders' })
  await expect(recent.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/admin/orders')
  await expect(recent.getByRole('button', { name: 'Process' })).toBeVisible()
  await expect(recent.getByRole('button', { name: 'Mark Ready' })).toBeVisible()

  const quick = page.getByRole('region', { name: 'Quick Actions' })
  for (const [name, to] of [
    ['Add New Product', '/admin/products/new'],
    ['Add New Category', '/admin/categories/new'],
    ['Process Orders', '/admin/orders'],
    ['Update Settings', '/admin/settings'],
    ['View Site', '/'],
  ] as const)
    await expect(quick.getByRole('link', { name })).toHaveAttribute('href', to)

  const chart = page.getByRole('region', { name: 'Products by Category' })
  await expect(chart.locator('.recharts-bar-rectangle')).toHaveCount(6)
  await expect(chart.getByRole('table').getByRole('row')).toHaveCount(7)
  await expect(page.getByRole('region', { name: 'Sales' }).locator('.recharts-line')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('free shipping over $50')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the dashboard’s buttons move orders', { tag: '@wide' }, async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin`)
  const recent = page.getByRole('region', { name: 'Recent Orders' })
  await recent.getByRole('button', { name: 'Process' }).click()
  await expect(recent.getByText('Processing')).toHaveCount(2)
  await expect(page.getByRole('link', { name: /Orders 2 0 needing processing/ })).toBeVisible()
})

test('orders go their way by dropdown and quick actions', async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/orders`)
  for (const tab of ['All Orders', 'Processing', 'Ready', 'Completed'])
    await expect(page.getByRole('tab', { name: tab, exact: true })).toBeVisible()
  for (const column of ['Order ID', 'Date', 'Customer', 'Type', 'Status', 'Total'])
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible()
  await expect(row(page, 'ORD-001')).toContainText('Delivery')
  await expect(row(page, 'ORD-002')).toContainText('Pickup')
  await expectAccessible(page)

  const dropdown = page.getByLabel('Status of ORD-001')
  await expect(dropdown.locator('option:enabled')).toHaveText([
    'Processing',
    'Ready For Pickup',
    'Ready For Delivery',
    'Picked Up',
    'Delivered',
    'Completed',
  ])
  await dropdown.selectOption('Processing')
  await expect(notice(page, 'ORD-001 is now Processing.')).toBeVisible()

  await page.getByRole('tab', { name: 'Ready', exact: true }).click()
  await expect(page.getByText('No ready orders')).toBeVisible()
  await page.getByRole('tab', { name: 'Completed', exact: true }).click()
  await expect(page.getByText('No completed orders')).toBeVisible()

  await page.getByRole('tab', { name: 'Processing', exact: true }).click()
  await row(page, 'ORD-001').getByRole('button', { name: 'Mark Ready' }).click()
  await expect(row(page, 'ORD-001')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Ready', exact: true }).click()
  await expect(row(page, 'ORD-001')).toContainText('Ready For Delivery')
  await row(page, 'ORD-001').getByRole('button', { name: 'Mark Delivered' }).click()
  await page.getByRole('tab', { name: 'Completed', exact: true }).click()
  await row(page, 'ORD-001').getByRole('button', { name: 'Mark Completed' }).click()
  await expect(row(page, 'ORD-001').getByText('Completed')).toBeVisible()
  await expect(row(page, 'ORD-001').getByRole('button')).toHaveCount(0)
})

test('several orders move together', { tag: '@wide' }, async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/orders`)
  await page.getByLabel('Status of ORD-001').selectOption('Processing')
  await expect(notice(page, 'ORD-001 is now Processing.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Mark Ready' })
    .click()
  await expect(notice(page, '2 orders updated.')).toBeVisible()
  await expect(row(page, 'ORD-001')).toContainText('Ready For Delivery')
  await expect(row(page, 'ORD-002')).toContainText('Ready For Pickup')
})

test('orders are found, and the search stays in the address', { tag: '@wide' }, async ({
  adminPage: page,
}) => {
  await page.goto('/admin/orders')
  await page.getByLabel('Search orders...').fill('jordan')
  await expect(row(page, 'ORD-001')).toHaveCount(0)
  await expect(row(page, 'ORD-002')).toBeVisible()
  await expect(page).toHaveURL(/q=jordan/)
  await page.reload()
  await expect(page.getByLabel('Search orders...')).toHaveValue('jordan')
  await page.getByLabel('Search orders...').fill('nobody at all')
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Type', { exact: true }).selectOption('Delivery')
  await expect(row(page, 'ORD-002')).toHaveCount(0)
  await expect(row(page, 'ORD-001')).toBeVisible()
})

test('an order page: notes, hold, part of the money back, cancel', { tag: '@wide' }, async ({
  page,
  openShop,
}) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.goto(`${shop.url}/admin/orders/ORD-001`)
  await expect(page.getByRole('heading', { name: 'ORD-001' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show on the map' })).toHaveAttribute(
    'href',
    /openstreetmap.*Rosewood/,
  )
  await expectAccessible(page)

  await page.getByLabel('Staff notes').fill('Call before delivery.')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByText('Staff notes changed')).toBeVisible()

  await page.getByRole('button', { name: 'Put on hold' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByText('Status changed to On-hold')).toBeVisible()

  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByLabel('Amount').fill('1000')
  await page.getByRole('button', { name: 'Refund this part' }).click()
  await expect(page.getByText('Enter an amount from $0.01')).toBeVisible()
  await page.getByLabel('Amount').fill('2.50')
  await page.getByRole('button', { name: 'Refund this part' }).click()
  await expect(page.getByText('$2.50 refunded')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByLabel('Note to the customer').fill('Sorry, the truck broke down.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled: Sorry, the truck broke down.')).toBeVisible()
  await expect(page.getByLabel('Status of ORD-001')).toBeDisabled()
  await receivedEmail(shop.data, 'maya@example.com', 'order-status')

  // The customer gets an email for the statuses enabled in the settings only.
  const emailCount = () => readdirSync(`${shop.data}/mail`).length
  const settings = { notify_processing: 'disabled', notify_completed: 'enabled' }
  await page.request.put(`${shop.url}/api/admin/settings`, { data: { settings } })
  await page.goto(`${shop.url}/admin/orders/ORD-002`)
  const before = emailCount()
  const status = page.getByLabel('Status of ORD-002')
  await status.selectOption('Ready For Delivery')
  await receivedEmail(shop.data, 'jordan@example.com', 'order-status')
  await status.selectOption('Processing')
  await expect(page.getByText('Status changed to Processing')).toBeVisible()
  await status.selectOption('Completed')
  await expect.poll(emailCount).toBe(before + 2)
  expect(await receivedEmail(shop.data, 'jordan@example.com', 'order-status')).toContain('Completed')

  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('button', { name: 'Refund in full' }).click()
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
})

test('a packing slip and a pickup label come out of the printer', { tag: '@wide' }, async ({
  adminPage: page,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.goto('/admin/orders/ORD-002')
  await page.getByRole('button', { name: 'Resend mail' }).click()
  await page.getByRole('menuitem', { name: 'Order confirmation' }).click()
  const said = notice(page, 'The mail to jordan@example.com is on its way.')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Packing slip' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(said).toBeHidden()
  const slip = page.getByRole('article', { name: 'Packing slip' })
  await expect(slip).toContainText('ORD-002')
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.getByRole('button', { name: 'Pickup label' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: 'Code SNACK7' })).toBeVisible()
})

test('the pickup desk hands an order over', { tag: '@wide' }, async ({ page, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.url}/admin/pickup`)
  const code = page.getByLabel('Pickup code')
  await expect(code).toBeFocused()
  await code.fill('WRONG1')
  await code.press('Enter')
  await expect(page.getByText('No order has this code.')).toBeVisible()
  await code.fill('snack7')
  await code.press('Enter')
  await expect(page.getByRole('heading', { name: 'Jordan Lee' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('Handed over', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next customer' }).click()
  await expect(code).toBeFocused()
})

test('what one does, the other sees', { tag: '@wide' }, async ({ page, newVisitor, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  const other = await (await newVisitor()).newPage()
  await staff(other, shop)
  await other.goto(`${shop.url}/admin/orders`)
  await expect(row(other, 'ORD-002')).toContainText('Processing')
  await page.goto(`${shop.url}/admin/orders`)
  await row(page, 'ORD-002').getByRole('button', { name: 'Mark Ready' }).click()
  await expect(row(other, 'ORD-002')).toContainText('Ready For Pickup')

  // A page that missed the change gets a conflict message, and the list shows the current status.
  await other.route('**/api/events*', (route) => route.abort())
  await other.reload()
  await expect(row(other, 'ORD-002')).toContainText('Ready For Pickup')
  await page.getByLabel('Status of ORD-002').selectOption('Completed')
  await expect(row(page, 'ORD-002')).toContainText('Completed')
  await row(other, 'ORD-002').getByRole('button', { name: 'Mark Picked Up' }).click()
  await expect(notice(other, 'Error updating ORD-002')).toBeVisible()
  await expect(notice(other, 'Somebody else moved this order: it is completed now.')).toBeVisible()
  await expect(row(other, 'ORD-002')).toContainText('Completed')
})

test('a new order rings, unless the sound is switched off', { tag: '@wide' }, async ({
  page,
  newVisitor,
  openShop,
}) => {
  const shop = await openShop()
  await staff(page, shop)
  // The loudspeaker of this page counts what it is asked to play.
  await page.addInitScript(() => {
    const played: number[] = []
    Object.assign(window, { played })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      played.push(this.frequency.value)
      start.apply(this, when)
    }
  })
  const played = () => page.evaluate(() => (window as unknown as { played: number[] }).played.length)
  const { request } = await newVisitor()
  const order = (name: string) =>
    placeOrder(request, shop.url, { email: `${name.replace(' ', '.').toLowerCase()}@snackdrop.test`, name })

  // The first order comes while the page still waits for its event stream.
  let openStream = () => {}
  const placed = new Promise<void>((resolve) => {
    openStream = resolve
  })
  await page.route(
    /\/api\/events/,
    async (route) => {
      await placed
      await route.continue()
    },
    { times: 1 },
  )
  // What is there when the bell first looks is not new.
  const bellLooks = () => page.waitForResponse(/\/api\/admin\/orders\?limit=1$/)
  const firstLook = bellLooks()
  await page.goto(`${shop.url}/admin/orders`)
  const sound = page.getByRole('switch', { name: 'Order sound' })
  await expect(sound).toBeChecked()
  await expect(row(page, 'ORD-001')).toBeVisible()
  await firstLook
  expect(await played()).toBe(0)
  const first = await order('Sam First')
  openStream()
  await expect(row(page, first.number)).toContainText('Sam First')
  await expect(notice(page, `New order ${first.number}`)).toBeVisible()
  expect(await played()).toBe(2)

  await sound.click()
  await expect(sound).not.toBeChecked()
  const nextLook = bellLooks()
  await page.reload()
  await nextLook
  await expect(sound).not.toBeChecked()
  await expect(row(page, first.number)).toBeVisible()
  const second = await order('Sam Second')
  await expect(notice(page, `New order ${second.number}`)).toBeVisible()
  expect(await played()).toBe(0)

  // Switched on, it is heard at once, and on every page of staff.
  await sound.click()
  expect(await played()).toBe(2)
  await page.getByRole('tab', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  const third = await order('Sam Third')
  await expect(notice(page, `New order ${third.number}`)).toBeVisible()
  expect(await played()).toBe(4)
})

test('orders of several pages move together', { tag: '@wide' }, async ({ page, newVisitor, openShop }) => {
  const shop = await openShop()
  await staff(page, shop)
  const { request } = await newVisitor()
  for (let n = 0; n < 28; n++)
    await placeOrder(request, shop.url, { email: `guest${n}@snackdrop.test`, name: `Guest ${n}` })
  await page.goto(`${shop.url}/admin/orders?q=guest`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('25 selected')
  // What is ticked stays ticked when the page is turned.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('row', { name: /Guest 0 / })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect(bar).toContainText('28 selected')
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await bar.getByRole('button', { name: 'Select up to 1,000 orders matching' }).click()
  await expect(bar).toContainText('28 selected')
  await bar.getByRole('button', { name: 'Process 28' }).click()
  const sure = page.getByRole('dialog', { name: 'Process?' })
  await expect(sure).toContainText('This moves 28 orders on.')
  await sure.getByRole('button', { name: 'Process' }).click()
  await expect(notice(page, '28 orders updated.')).toBeVisible()
  await page.getByRole('tab', { name: 'Processing', exact: true }).click()
  await page.getByRole('button', { name: 'Clear' }).first().click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await bar.getByRole('button', { name: 'Select all 29 orders matching' }).click()
  await bar.getByRole('button', { name: 'Mark Ready 29' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark Ready' }).click()
  await expect(notice(page, '29 orders updated.')).toBeVisible()
  await expect(page.getByText('No processing orders')).toBeVisible()
})

test('orders with long names fit a phone and a tablet', { tag: '@wide' }, async ({
  page,
  newVisitor,
  openShop,
}) => {
  const shop = await openShop()
  await staff(page, shop)
  const { request } = await newVisitor()
  await placeOrder(request, shop.url, {
    email: 'bartholomew.featherstonehaugh.of.okafor.lindqvist@a-rather-long-host.snackdrop.test',
    name: 'Bartholomew Featherstonehaugh-Okafor-Lindqvist',
  })
  await page.goto(`${shop.url}/admin/orders`)
  await expect(row(page, 'Bartholomew')).toBeVisible()
  const table = page.getByRole('table', { name: 'All Orders' })
  for (const width of [320, 390, 768, 820, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    // The table scrolls inside its own container, so the page width would not show an overflow.
    const hidden = () =>
      table.evaluate((t) => (t.parentElement?.scrollWidth ?? 0) - (t.parentElement?.clientWidth ?? 0))
    await expect.poll(hidden, `hidden beside the table at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('every page of the orders half fits a phone', { tag: '@wide' }, async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of [
    '',
    '/orders',
    '/orders/ORD-001',
    '/pickup',
    '/customers',
    '/subscribers',
    '/promotions',
  ]) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  }
})
