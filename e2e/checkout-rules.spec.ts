import { expectAccessible } from './kit/axe'
import {
  fillAddress,
  fillContact,
  MYSTERY,
  openCheckout,
  submit,
  thanks,
  walkToCheckout,
} from './kit/checkout'
import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

test('a promo code takes its part, and a wrong one says so', { tag: '@wide' }, async ({
  page,
  adminPage,
}) => {
  const code = `HYPE${Date.now() % 1_000_000}${Math.floor(Math.random() * 1000)}`
  const made = await adminPage.request.post('/api/admin/promotions', {
    data: { code, kind: 'percent', percent: 10, enabled: true },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await openCheckout(page)
  const field = page.getByRole('textbox', { name: 'Promo code' })
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.click()
  await expect(page.getByText('Please enter a promo code.')).toBeVisible()
  await field.fill('NOPE')
  await apply.click()
  await expect(page.getByText('Invalid promo code. Please try again.')).toBeVisible()
  await expect(field).toHaveValue('')
  await field.fill(code.toLowerCase())
  await apply.click()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await submit(page).filter({ hasText: '$28.95' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
})

test('a price that changes in between is shown before anything is bought', { tag: '@wide' }, async ({
  openShop,
  browser,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  await page.route('**/api/events*', (route) => route.abort()) // the page cannot know of the change yet
  await openCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await expect(submit(page)).toContainText('$32.16')
  await staff.change(MYSTERY, { price: 31.99 })
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'The total has changed' })
  await expect(dialog).toContainText('Mystery Snack Box - Hype Favorites is now $31.99 (was $29.99).')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Order for $34.31' }).click()
  await expect(thanks(page)).toBeVisible()
  await shopper.close()
})

test('a code that gives nothing any more is said, and does not stand in the way', { tag: '@wide' }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('snackdrop.promo', 'GONE'))
  await openCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await expect(page.getByText('GONE gives nothing on this cart.')).toBeVisible()
  await submit(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('what sells out in between is not sold', { tag: '@wide' }, async ({ openShop, browser }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  await page.route('**/api/events*', (route) => route.abort()) // the page cannot know of the change yet
  await openCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await expect(submit(page)).toContainText('$32.16')
  await staff.setStock(MYSTERY, 0)
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Some items are not available' })
  await expect(dialog).toContainText('Mystery Snack Box - Hype Favorites is sold out.')
  await dialog.getByRole('link', { name: 'Go to cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await shopper.close()
})

test('what gets scarce, dearer or sold out is said at the checkout, and sales that leave enough ask nothing', {
  tag: '@wide',
}, async ({ openShop, page, browser }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await page.addInitScript(() => {
    const lines = [
      { product_id: 1, quantity: 2, name: 'Hokkaido Nori Butter Crisps', price: 6.5, image_url: '' },
      { product_id: 10, quantity: 1, name: 'Mystery Snack Box', price: 29.99, image_url: '' },
    ]
    localStorage.setItem('snackdrop.cart', JSON.stringify(lines))
  })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/quote')) asked++
  })
  const listening = page.waitForResponse('**/api/events*')
  await page.goto(`${shop.url}/checkout`)
  await expect(submit(page)).toBeEnabled()
  await listening
  const summary = page.getByRole('region', { name: 'Order Summary' })
  const before = asked
  for (const units of [40, 39, 2]) await staff.setStock(1, units)
  // Events arrive in order, so once this one is visible the ones before it have been handled.
  await staff.change(10, { price: 31.99 })
  await expect(summary.getByText('The price went up from $29.99 to $31.99.')).toBeVisible()
  await expect(submit(page)).toContainText('$50.98')
  expect(asked).toBe(before + 1)
  await staff.setStock(1, 1)
  await expect(summary.getByText('Only 1 of Hokkaido Nori Butter Crisps left.')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await staff.setStock(1, 0)
  await expect(summary.getByText('Hokkaido Nori Butter Crisps is sold out.')).toBeVisible()
  expect(asked).toBe(before + 3)
})

test('the checkout asks for what the settings and ZIP codes say', { tag: '@wide' }, async ({
  openShop,
  browser,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await staff.saveSettings({
    order_notes_enabled: 'disabled',
    express_delivery_time: '2',
    manual_delivery: 'everywhere',
  })
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  await page.clock.setFixedTime(new Date('2026-03-06T12:00:00-08:00')) // a Friday
  await openCheckout(page)
  await expect(page.getByRole('textbox', { name: /Order notes/ })).toHaveCount(0)
  const express = page.getByRole('radio', { name: /Express delivery/ })
  await expect(page.locator('label', { has: express })).toContainText('Arrives Tue, Mar 10')
  await expect(page.locator('label', { hasText: 'Standard delivery' })).toContainText(
    'Arrives Wed, Mar 11 – Fri, Mar 13',
  )
  await express.check()
  const lineTwo = page.getByRole('textbox', { name: /Apartment/ })
  await expect(lineTwo).toHaveCount(0)
  await page.getByRole('button', { name: 'Add apartment, suite, etc.' }).click()
  await expect(lineTwo).toBeFocused()
  await lineTwo.fill('Unit 4')
  await fillContact(page)
  await fillAddress(page)
  await page.getByRole('combobox', { name: 'State' }).selectOption('OR')
  await page.getByRole('radio', { name: /Pay on delivery/ }).check()
  await submit(page).click()
  const address = page.getByRole('region', { name: 'Delivery or pickup' })
  await expect(address.getByText('This ZIP code is in Texas.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'State' })).toBeFocused()
  await page.getByRole('combobox', { name: 'State' }).selectOption('TX')
  await submit(page).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Unit 4')).toBeVisible()

  await staff.saveSettings({ guest_checkout: 'disabled' })
  await page.goto('/product/10')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Please log in to check out' })).toBeVisible()
  await shopper.close()
})

test('limits hold per order and per customer', { tag: '@wide' }, async ({ openShop, browser }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  const limited = {
    name: 'Ghost Pepper Drop',
    slug: 'ghost-pepper-drop',
    description: 'Hot.',
    price: 9,
    in_stock: true,
  }
  const { id } = await staff.addProduct({ ...limited, max_per_order: 2, max_per_customer: 2 })
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  const buy = async () => {
    await fillContact(page, 'maya@example.com')
    await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
    await page.getByRole('radio', { name: /Pay at pickup/ }).check()
    await submit(page).click()
  }
  await page.goto(`/product/${id}`)
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/cart')
  await expect(page.getByText(/At most 2/)).toBeVisible()
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await buy()
  await expect(thanks(page)).toBeVisible()

  await walkToCheckout(page, id)
  await buy()
  const dialog = page.getByRole('dialog', { name: 'Some items are not available' })
  await expect(dialog).toContainText('Ghost Pepper Drop is limited to 2 per customer.')
  await shopper.close()
})

test('nothing to pay needs no provider', { tag: '@wide' }, async ({ page, adminPage }) => {
  const code = `GIFT${Date.now() % 1_000_000}${Math.floor(Math.random() * 1000)}`
  const made = await adminPage.request.post('/api/admin/promotions', {
    data: { code, kind: 'percent', percent: 100, enabled: true },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await openCheckout(page)
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await expect(page.getByText('Nothing to pay. This one is on us.')).toBeVisible()
  await submit(page).filter({ hasText: '$0.00' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('There is nothing to pay.')).toBeVisible()
})
