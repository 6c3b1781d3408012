import type { APIRequestContext } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { fillAddress, fillContact, goToCheckout, MYSTERY, submit, thanks } from './kit/checkout'
import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

type StaffProduct = { id: number; version: number; price: number; stock_quantity: number | null }

/** Changes a product as staff would, keeping the rest of it. */
async function changeProduct(admin: APIRequestContext, id: number, change: Partial<StaffProduct>) {
  const product = await (await admin.get(`/api/admin/products/${id}`)).json()
  const { name, slug, description, price, category_id, origin, is_featured, is_popular, version } = product
  const { rating, stock_quantity, max_per_order, max_per_customer, images } = product
  const answer = await admin.put(`/api/admin/products/${id}`, {
    data: {
      ...{ name, slug, description, price, category_id, origin, is_featured, is_popular, version },
      ...{ rating, stock_quantity, max_per_order, max_per_customer, in_stock: true },
      images: images.map((image: { url: string }) => image.url),
      ...change,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { price, stock_quantity }
}

test('a guest buys with delivery and card, and keeps the order in an account', async ({ page }) => {
  test.slow()
  await goToCheckout(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await submit(page).click()
  await expect(page.getByText('Enter an email address.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await fillContact(page)
  const email = `guest-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await expect(page.getByText('Enter an email address.')).toHaveCount(0)
  await fillAddress(page)
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByText('Tax').locator('..')).toContainText('$1.87')
  await expect(summary.getByText('Total', { exact: true }).locator('..')).toContainText('$37.85')

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('1420 Rosewood Ave')
  await page.goto('/cart')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)

  await submit(page).click()
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Your payment is in.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const other = await page.context().newPage()
  await other.goto('/faq')
  const account = page.getByRole('region', { name: 'Keep this order in an account' })
  await account.getByLabel('Password').fill('short')
  await account.getByRole('button', { name: 'Create account' }).click()
  await expect(account.getByText('Password must be at least 8 characters')).toBeVisible()
  await account.getByLabel('Password').fill('snacks for everyone')
  await account.getByRole('button', { name: 'Create account' }).click()
  await expect(account).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Account' }).first()).toHaveAttribute(
    'href',
    '/account/dashboard',
  )
  const session = await (await page.request.get('/api/session')).json()
  expect(session.user.email).toBe(email)
})

test('a customer picks up at the shop and pays there', { tag: '@wide' }, async ({
  customerPage: page,
  customer,
}) => {
  await goToCheckout(page)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(customer.email)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveCount(0)
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  // Taxed in California, where the shop stands.
  await submit(page).filter({ hasText: '$32.16' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Say this code at the counter')).toBeVisible()
  await expect(page.getByText('You pay when you pick it up.')).toBeVisible()
})

test('a saved address is offered', { tag: '@wide' }, async ({ customerPage: page }) => {
  const home = {
    name: 'Casey Customer',
    line1: '5 Elm St',
    line2: '',
    city: 'Portland',
    state: 'OR',
    zip: '97205',
  }
  const saved = await page.request.post('/api/account/addresses', { data: { ...home, phone: '' } })
  expect(saved.ok(), await saved.text()).toBe(true)
  await goToCheckout(page)
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('5 Elm St')
  await expect(page.getByRole('combobox', { name: 'Saved addresses' })).toBeVisible()
})

test('who logs in on the way comes back to the checkout', { tag: '@wide' }, async ({
  page,
  customerPage,
  customer,
}) => {
  await customerPage.close() // its owner is on another device now
  await goToCheckout(page)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  const login = page.getByRole('form', { name: 'Login' })
  await login.getByLabel('Email').fill(customer.email)
  await login.getByLabel('Password').fill(customer.password)
  await login.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/:\d+\/checkout$/)
  await expect(submit(page)).toBeEnabled()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Casey Customer')
})

test('who logs out leaves nothing at the checkout, in no tab', { tag: '@wide' }, async ({
  customerPage: page,
}) => {
  await goToCheckout(page)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  const other = await page.context().newPage()
  await other.goto('/checkout')
  await other.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')

  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await goToCheckout(page)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('textbox', { name: 'Full name' })).toHaveValue('')
    await expect(tab.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  }
})

test('a declined card can be tried again', { tag: '@wide' }, async ({ page }) => {
  await goToCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toContainText(/14:\d\d|15:00/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(page).toHaveURL(/demo-pay/)
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
})

test('a slow bank is waited for', { tag: '@wide' }, async ({ page }) => {
  await goToCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Pay slowly' }).click()
  await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible()
  await expect(thanks(page)).toBeVisible({ timeout: 15_000 })
})

test('who pays and never returns has paid all the same', { tag: '@wide' }, async ({ page }) => {
  await goToCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Pay and never return' }).click()
  await expect(page.getByText('You can close this tab')).toBeVisible()
  const back = await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')
  await page.goto(back ?? '')
  await expect(thanks(page)).toBeVisible()
})

test('who leaves the pay page finds the order waiting, and can change the cart', async ({ page }) => {
  await goToCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).click()
  await expect(page).toHaveURL(/demo-pay/)
  const payURL = page.url()
  await page.goBack()
  await expect(page).toHaveURL(/\/checkout$/)
  const notice = page.getByRole('region', { name: 'Order waiting for payment' })
  await expect(
    notice.getByRole('heading', { name: /^Your order ORD-\d+ is waiting for payment$/ }),
  ).toBeVisible()
  await expect(notice.getByRole('timer', { name: 'Time left to pay' })).toContainText(/14:\d\d|15:00/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await notice.getByRole('button', { name: 'Pay now $37.85' }).click()
  await expect(page).toHaveURL(payURL)
  await page.close()

  // The tab is gone; the cart of another one leads back too.
  const later = await page.context().newPage()
  await later.goto('/cart')
  await later.getByRole('link', { name: /^ORD-/ }).click()
  await expect(later.getByRole('heading', { name: 'Your items are waiting for you' })).toBeVisible()
  await later.goto('/cart')
  await later.getByRole('button', { name: 'Cancel and edit cart' }).click()
  await expect(later.getByText('Your items are back in your cart.').first()).toBeVisible()
  await expect(later.getByRole('region', { name: 'Order waiting for payment' })).toHaveCount(0)
  await expect(later.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1')
  await later.goto(payURL)
  await expect(later.getByText('This payment page is closed.')).toBeVisible()
})

test('a double click places one order', { tag: '@wide' }, async ({ page }) => {
  await goToCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders') && request.method() === 'POST') sent++
  })
  await submit(page).dblclick()
  await expect(thanks(page)).toBeVisible()
  expect(sent).toBe(1)
})

test('a promo code takes its part, and a wrong one says so', async ({ page, adminPage }) => {
  const code = `HYPE${Date.now() % 1_000_000}${Math.floor(Math.random() * 1000)}`
  const made = await adminPage.request.post('/api/admin/promotions', {
    data: { code, kind: 'percent', percent: 10, enabled: true },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await goToCheckout(page)
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
  await submit(page).filter({ hasText: '$28.96' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
})

test('a price that changes in between is shown before anything is bought', { tag: '@wide' }, async ({
  openShop,
  browser,
}) => {
  const shop = await openShop()
  const admin = await browser.newContext({ baseURL: shop.url })
  await admin.request.post('/api/session', { data: shop.admin })
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  await page.route('**/api/events*', (route) => route.abort()) // the page cannot know of the change yet
  await goToCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await expect(submit(page)).toContainText('$32.16')
  await changeProduct(admin.request, MYSTERY, { price: 31.99 })
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'The total has changed' })
  await expect(dialog).toContainText('Mystery Snack Box - Hype Favorites is now $31.99 (was $29.99).')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Order for $34.31' }).click()
  await expect(thanks(page)).toBeVisible()
  await admin.close()
  await shopper.close()
})

test('a code that gives nothing any more is said, and does not stand in the way', { tag: '@wide' }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('snackdrop.promo', 'GONE'))
  await goToCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await expect(page.getByText('GONE gives nothing on this cart.')).toBeVisible()
  await submit(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('what sells out in between is not sold', { tag: '@wide' }, async ({ openShop, browser }) => {
  const shop = await openShop()
  const admin = await browser.newContext({ baseURL: shop.url })
  await admin.request.post('/api/session', { data: shop.admin })
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  await page.route('**/api/events*', (route) => route.abort()) // the page cannot know of the change yet
  await goToCheckout(page)
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await expect(submit(page)).toContainText('$32.16')
  await changeProduct(admin.request, MYSTERY, { stock_quantity: 0 })
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Some items are not available' })
  await expect(dialog).toContainText('Mystery Snack Box - Hype Favorites is sold out.')
  await dialog.getByRole('link', { name: 'Go to cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await admin.close()
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
  // Every event comes in its order: what this one changes is seen after the others changed nothing.
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

test('a guest finds an order by number and email', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/orders')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText('Enter the order number, like ORD-001.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Order number' }).fill('ord-001')
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText('the link is on its way')).toBeVisible()
})

test('the checkout asks for what the settings and the post say', { tag: '@wide' }, async ({
  openShop,
  browser,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await staff.saveSettings({ order_notes_enabled: 'disabled', express_delivery_time: '2' })
  const shopper = await browser.newContext({ baseURL: shop.url })
  const page = await shopper.newPage()
  await page.clock.setFixedTime(new Date('2026-03-06T12:00:00-08:00')) // a Friday
  await goToCheckout(page)
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
    await fillContact(page)
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

  await goToCheckout(page, id)
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
  await goToCheckout(page)
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await expect(page.getByText('Nothing to pay. This one is on us.')).toBeVisible()
  await submit(page).filter({ hasText: '$0.00' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('There is nothing to pay.')).toBeVisible()
})
