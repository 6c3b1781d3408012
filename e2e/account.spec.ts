import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { letter, linkIn } from './kit/mail'
import { placeOrder } from './kit/order'
import { expect, test } from './kit/test'

async function login(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ })

test('a visitor registers, with every check in the form and as a notice', async ({ page, customer }) => {
  await page.goto('/account?tab=register')
  const register = page.getByRole('button', { name: 'Register' })
  const form = page.getByRole('form', { name: 'Register' })
  await register.click()
  await expect(form.getByText('Please fill in all fields')).toBeVisible()
  await expect(toast(page).getByText('Please fill in all fields')).toBeVisible()
  await page.getByLabel('Username').fill('ab')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByLabel('Confirm Password').fill('something else')
  await register.click()
  await expect(form.getByText('Passwords do not match').first()).toBeVisible()
  await page.getByLabel('Confirm Password').fill(customer.password)
  await expect(form.getByText('Passwords do not match')).toHaveCount(0)
  await register.click()
  await expect(form.getByText('Username must be at least 3 characters').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Username').fill(customer.username)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('short')
  await register.click()
  await expect(form.getByText('Password must be at least 8 characters').first()).toBeVisible()
  await expect(toast(page).getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByLabel('Confirm Password').fill(customer.password)
  await register.click()
  await expect(toast(page).getByText('Welcome to Snackdrop!')).toBeVisible()
  await expect(page).toHaveURL('/account/dashboard')
  await page.goto('/account')
  await expect(page).toHaveURL('/account/dashboard')
})

test('a taken username is refused', { tag: '@wide' }, async ({ page, customerPage, customer }) => {
  await customerPage.goto('/')
  await page.goto('/account')
  await page.getByLabel('Email').fill('half@typed')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page).toHaveURL('/account?tab=register')
  for (const [field, value] of [
    ['Email', 'username'],
    ['Password', 'new-password'],
    ['Confirm Password', 'new-password'],
  ] as const)
    await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('autocomplete', value)
  await page.getByLabel('Password', { exact: true }).fill('password')
  await expect(page.getByText('Easy to guess')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a whole Sentence, with 1 number')
  await expect(page.getByText('Strong')).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('half@typed')
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page.getByText('Strong')).toBeVisible()
  await page.getByLabel('Username').fill(customer.username.toUpperCase())
  await page.getByLabel('Email').fill(`other-${customer.email}`)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByLabel('Confirm Password').fill(customer.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('form').getByText('Username is already taken').first()).toBeVisible()
  await expect(toast(page).getByText('Username is already taken')).toBeVisible()
})

test('a customer logs in, comes back to where they were, and logs out', async ({
  page,
  customerPage,
  customer,
}) => {
  await customerPage.goto('/account/dashboard')
  await page.goto('/account?next=/category/chips')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('form').getByText('Please fill in all fields')).toBeVisible()
  await login(page, customer.email, 'wrong password')
  await expect(page.getByRole('form').getByText('Invalid email or password')).toBeVisible()
  await expect(toast(page).getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  const password = page.getByLabel('Password')
  await password.fill(customer.password)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(toast(page).getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/category/chips')
  await page.goto('/account/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page).getByText('You have been logged out.')).toBeVisible()
})

test('no other site can be the way back', { tag: '@wide' }, async ({ page, customerPage, customer }) => {
  await customerPage.goto('/')
  await page.goto('/account?next=//evil.test/')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL('/account/dashboard')
})

test('the dashboard asks for a login first and comes back to its tab', async ({
  page,
  customerPage,
  customer,
}) => {
  await customerPage.goto('/')
  await page.goto('/account/dashboard?tab=addresses')
  await expect(page).toHaveURL('/account')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL('/account/dashboard?tab=addresses')
  await expect(page.getByRole('heading', { name: 'Address Book' })).toBeVisible()
})

test('loading and missing accounts have their words', { tag: '@wide' }, async ({ customerPage: page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/profile', async (route) => {
    await held
    await route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: '{"code":"not_found"}',
    })
  })
  await page.goto('/account/dashboard')
  await expect(page.getByText('Loading account information...')).toBeVisible()
  answer()
  await expect(page.getByText('Account Not Available')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('form', { name: 'Login' })).toBeVisible()
})

test('nobody sees a page of somebody else while their session is restored', { tag: '@wide' }, async ({
  customerPage: page,
}) => {
  let answer = () => {}
  await page.route('**/api/session', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  for (const [path, to, wrong] of [
    ['/account', '/account/dashboard', 'Your Account'],
    ['/orders', '/account/dashboard?tab=orders', 'Find your order'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText('Loading account information...')).toBeVisible()
    await expect(page.getByRole('heading', { name: wrong })).toHaveCount(0)
    answer()
    await expect(page).toHaveURL(to)
  }
})

test('the profile has a view mode and an edit mode', async ({ customerPage: page, customer }) => {
  await page.goto('/account/dashboard')
  const card = page.getByRole('region', { name: 'Account Details' })
  await expect(card.getByText('Not set')).toBeVisible()
  await card.getByRole('button', { name: 'Edit Profile' }).click()
  await card.getByLabel('Full Name').fill('Nobody')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByText('Not set')).toBeVisible()
  await card.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(card.getByLabel('Username')).toHaveValue(customer.username)
  await card.getByLabel('Full Name').fill('Casey Jones')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page).getByText('Your profile has been updated.')).toBeVisible()
  await expect(card.getByText('Profile updated successfully.')).toBeVisible()
  await expect(card.getByText('Casey Jones')).toBeVisible()
  await card.getByRole('button', { name: 'Edit Profile' }).click()
  await card.getByLabel('Username').fill('ab')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page).getByText('Failed to update profile. Please try again.')).toBeVisible()
  await expect(card.getByText('Username must be at least 3 characters').first()).toBeVisible()
})

test('the words when the shop does not answer', { tag: '@wide' }, async ({
  page,
  customerPage,
  customer,
}) => {
  await page.goto('/account')
  await page.route('**/api/{session,users}', (route) => route.abort())
  await login(page, customer.email, customer.password)
  await expect(toast(page).getByText('An error occurred during login')).toBeVisible()
  await expect(page.getByRole('form').getByText('An error occurred during login')).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(customer.username)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByLabel('Confirm Password').fill(customer.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(toast(page).getByText('An error occurred during registration')).toBeVisible()
  await expect(page.getByRole('form').getByText('An error occurred during registration')).toBeVisible()

  await customerPage.goto('/account/dashboard')
  const card = customerPage.getByRole('region', { name: 'Account Details' })
  await card.getByRole('button', { name: 'Edit Profile' }).click()
  await card.getByLabel('Full Name').fill('Casey Jones')
  await customerPage.getByRole('tab', { name: 'Orders' }).click()
  await customerPage.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(card.getByLabel('Full Name')).toHaveValue('Casey Jones')
  await customerPage.route('**/api/profile', (route) => route.abort(), { times: 1 })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('An error occurred while updating profile')).toBeVisible()
  await customerPage.route('**/api/profile', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await card.getByRole('button', { name: 'Save' }).click()
  const stale = "Profile updated but couldn't refresh display. Please reload the page."
  await expect(toast(customerPage).getByText(stale)).toBeVisible()
})

test('every tab of the dashboard is linkable and accessible', async ({ customerPage: page }) => {
  for (const [tab, heading] of [
    ['', 'Recent Orders'],
    ['?tab=orders', 'Order History'],
    ['?tab=addresses', 'Address Book'],
    ['?tab=settings', 'Account Settings'],
  ]) {
    await page.goto(`/account/dashboard${tab}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

test('addresses are added, edited, made default and deleted', async ({ customerPage: page }) => {
  await page.goto('/account/dashboard?tab=addresses')
  const dialog = page.getByRole('dialog')
  async function add(name: string) {
    await page.getByRole('button', { name: 'Add Address' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Street address').fill('7563 Melrose Ave')
    await dialog.getByLabel('City').fill('Los Angeles')
    await dialog.getByLabel('State').selectOption('California')
  }
  await add('Home')
  await dialog.getByLabel('ZIP code').fill('9004')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog.getByText('Enter a ZIP code, like 90046.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('ZIP code').fill('90046')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog).toBeHidden()
  const book = page.getByRole('region', { name: 'Address Book' }).getByRole('listitem')
  await expect(book.filter({ hasText: 'Home' }).getByText('Default', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Edit Home/ }).click()
  await dialog.getByLabel('Street address').fill('7565 Melrose Ave')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(page.getByRole('region', { name: 'Shipping Address' })).toContainText('7565 Melrose Ave')
  await page.getByRole('button', { name: 'Manage Addresses' }).click()
  await add('Work')
  await dialog.getByLabel('ZIP code').fill('90046-1234')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await page.getByRole('button', { name: /Set Work.* as default/ }).click()
  await expect(book.first()).toContainText('Work')
  await page.getByRole('button', { name: /^Delete Work/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(book).toHaveCount(1)
  await expect(book.getByText('Default', { exact: true })).toBeVisible()
})

test('orders show their way, can be repeated and cancelled', async ({ customerPage: page, customer }) => {
  const order = await placeOrder(page.request, '', {
    email: customer.email,
    name: 'Casey',
    lines: [{ product_id: 1, quantity: 2 }],
  })
  await page.goto('/account/dashboard')
  await expect(page.getByRole('region', { name: 'Recent Orders' }).getByText(order.number)).toBeVisible()
  await page.getByRole('tab', { name: 'Orders' }).click()
  const card = page.getByRole('article', { name: `Order ${order.number}` })
  await expect(card.getByText('Pending')).toBeVisible()
  await card.getByRole('button', { name: 'View Details' }).click()
  await expect(card.getByRole('region', { name: 'Tracking' }).getByText('Order placed')).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Reorder' }).click()
  await expect(toast(page).getByText('Added to your cart.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toHaveText('2')
  await card.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Cancel It' }).click()
  await expect(card.getByText('Cancelled').first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
})

test('a status that moves is tracked with its time', { tag: '@wide' }, async ({
  adminPage,
  customerPage: page,
  customer,
}) => {
  const { number } = await placeOrder(page.request, '', { email: customer.email, name: 'Casey' })
  await page.goto('/account/dashboard?tab=orders')
  const card = page.getByRole('article', { name: `Order ${number}` })
  await card.getByRole('button', { name: 'View Details' }).click()
  const data = { status: 'ready_for_pickup' }
  expect((await adminPage.request.put(`/api/admin/orders/${number}/status`, { data })).ok()).toBe(true)
  const step = card.getByRole('region', { name: 'Tracking' }).getByRole('listitem').last()
  await expect(step).toContainText(/Ready For Pickup.* UTC/)
})

test('an unknown email gets the same answer as a known one', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody@snackdrop.test')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()
})

test('a forgotten password is set anew by a link that works once', { tag: '@wide' }, async ({
  openShop,
  newVisitor,
  customer,
}) => {
  const shop = await openShop({ demo: false })
  const here = await newVisitor()
  await here.request.post(`${shop.url}/api/users`, { data: customer })
  const page = await (await newVisitor()).newPage()
  await page.goto(`${shop.url}/account`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()
  const link = linkIn(await letter(shop.data, customer.email, 'password-reset'))
  // In a browser that is signed in, and with a check that fails once.
  const { email, password } = customer
  await page.request.post(`${shop.url}/api/session`, { data: { email, password } })
  const busy = { status: 429, contentType: 'application/problem+json', body: '{"detail":"Too many tries."}' }
  await page.route('**/api/password-resets*', (route) => route.fulfill(busy), { times: 1 })
  await page.goto(shop.url + link.pathname + link.search)
  await expect(page.getByText('Too many tries.')).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByLabel('New Password', { exact: true }).fill('a brand new password')
  await page.getByLabel('Confirm New Password').fill('a brand new password')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page).toHaveURL(`${shop.url}/account`)
  await expect(toast(page).getByText('Your password has been changed.')).toBeVisible()
  await login(page, customer.email, 'a brand new password')
  await expect(page).toHaveURL(`${shop.url}/account/dashboard`)
  expect((await here.request.get(`${shop.url}/api/profile`)).status()).toBe(401)
  await page.goto(shop.url + link.pathname + link.search)
  await expect(page.getByText('This link does not work any more')).toBeVisible()
})

test('the email changes when the new address confirms it', { tag: '@wide' }, async ({
  shop,
  customerPage: page,
  customer,
}) => {
  await page.goto('/account/dashboard?tab=settings')
  await page.getByRole('button', { name: 'Change Email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New Email').fill(`new-${customer.email}`)
  await dialog.getByLabel('Password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText(`We sent a link to new-${customer.email}.`)).toBeVisible()
  await letter(shop.data, customer.email, 'email-notice')
  const link = linkIn(await letter(shop.data, `new-${customer.email}`, 'email-change'))
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page.getByText('Your email has been changed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('region', { name: 'Email' }).getByText(`new-${customer.email}`)).toBeVisible()
})

test('password, devices, picture, data and farewell', async ({
  customerPage: page,
  customer,
  newVisitor,
}) => {
  const phone = await newVisitor()
  const { email, password } = customer
  await phone.request.post('/api/session', { data: { email, password } })
  await page.goto('/account/dashboard?tab=settings')
  const devices = page.getByRole('region', { name: 'Signed-In Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(email)
  await dialog.getByLabel('Current Password').fill('wrong')
  await dialog.getByLabel('New Password', { exact: true }).fill('another password')
  await dialog.getByLabel('Confirm New Password').fill('another password')
  await dialog.getByRole('button', { name: 'Save Password' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Current Password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Save Password' }).click()
  await expect(dialog).toBeHidden()
  await expect(devices).toHaveCount(1)
  expect((await phone.request.get('/api/profile')).status()).toBe(401)

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page
    .getByLabel('Profile picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Remove Picture' }).click()
  await expect(toast(page).getByText('Your picture was removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Picture' })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export My Data' }).click()
  const file = await (await download).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ email: customer.email })

  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByLabel('Password').fill('another password')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(toast(page).getByText('Your account has been deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect((await page.request.get('/api/profile')).status()).toBe(401)
})

test('devices are signed out, one or all others', { tag: '@wide' }, async ({
  customerPage: page,
  customer: { email, password },
  newVisitor,
}) => {
  const others = [await newVisitor(), await newVisitor(), await newVisitor()]
  for (const { request } of others) await request.post('/api/session', { data: { email, password } })
  await page.goto('/account/dashboard?tab=settings')
  const card = page.getByRole('region', { name: 'Signed-In Devices' })
  const devices = card.getByRole('listitem')
  await expect(devices).toHaveCount(4)
  await card
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await expect(toast(page).getByText('The device was signed out.')).toBeVisible()
  await expect(devices).toHaveCount(3)
  await card.getByRole('button', { name: 'Sign Out All Other Devices' }).click()
  await expect(toast(page).getByText('All other devices were signed out.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  for (const { request } of others) expect((await request.get('/api/profile')).status()).toBe(401)
  expect((await page.request.get('/api/profile')).status()).toBe(200)
})

test('two tabs know of each other, and an ended session keeps the cart', { tag: '@wide' }, async ({
  customerPage: page,
  customer,
}) => {
  const other = await page.context().newPage()
  await page.goto('/account/dashboard')
  await other.goto('/product/1')
  await other.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toHaveText('1')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(other).getByText('You have been logged out.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Account' }).first()).toHaveAttribute('href', '/account')
  await expect(other.getByRole('link', { name: 'Cart' }).first()).toHaveText('')
  await page.goto('/account')
  await login(page, customer.email, customer.password)
  await expect(other.getByRole('link', { name: 'Account' }).first()).toHaveAttribute(
    'href',
    '/account/dashboard',
  )
  await expect(other.getByRole('link', { name: 'Cart' }).first()).toHaveText('1')
  await page.context().clearCookies({ name: 'snackdrop_session' })
  await other.reload()
  await expect(other.getByRole('link', { name: 'Account' }).first()).toHaveAttribute('href', '/account')
  await expect(other.getByRole('link', { name: 'Cart' }).first()).toHaveText('1')
  await other.goto('/account')
  await login(other, customer.email, customer.password)
  await expect(other).toHaveURL('/account/dashboard')
  await expect(other.getByRole('link', { name: 'Cart' }).first()).toHaveText('1')
})

test('a session that ended is noticed at the next action, and the login leads back', {
  tag: '@wide',
}, async ({ customerPage: page, customer }) => {
  await page.goto('/account/dashboard?tab=settings')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.context().clearCookies({ name: 'snackdrop_session' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page).getByText('You are signed out.')).toBeVisible()
  await expect(page).toHaveURL('/account')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL('/account/dashboard?tab=settings')
})

test("a guest's cart joins the account's, on every device", { tag: '@wide' }, async ({
  page,
  customerPage: phone,
  customer,
}) => {
  await phone.goto('/product/2')
  await phone.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(phone.getByRole('link', { name: 'Cart' }).first()).toHaveText('1')
  await expect.poll(async () => (await (await phone.request.get('/api/cart')).json()).lines.length).toBe(1)
  for (const id of [2, 3]) {
    await page.goto(`/product/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  }
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toHaveText('2')
  await page.goto('/account')
  await login(page, customer.email, customer.password)
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toHaveText('3')
  await expect(phone.getByRole('link', { name: 'Cart' }).first()).toHaveText('3')
})

test('the login leads an admin back to where the door was', { tag: '@wide' }, async ({ page, shop }) => {
  await page.goto('/admin/orders?status=processing')
  await expect(toast(page).getByText('Authentication required')).toBeVisible()
  await login(page, shop.admin.email, shop.admin.password)
  await expect(page).toHaveURL('/admin/orders?status=processing')
})

test('an admin is asked once per sign-in where to go', async ({ page, shop }) => {
  await page.goto('/account')
  await login(page, shop.admin.email, shop.admin.password)
  const dialog = page.getByRole('dialog', { name: 'Admin Access Detected' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay Here' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/account/dashboard')
  await expect(page.getByRole('button', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await login(page, shop.admin.email, shop.admin.password)
  await dialog.getByRole('button', { name: 'Go to Admin Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
})

test('the setup link of a first start makes the first admin, once', { tag: '@wide' }, async ({
  openShop,
  page,
  newVisitor,
}) => {
  const shop = await openShop({ demo: false, admin: false })
  const { email, password } = shop.admin
  await page.goto(`${shop.url}/setup?token=guessed`)
  await expect(page.getByText('This link does not work any more')).toBeVisible()
  await expectAccessible(page)

  await page.goto(shop.setupLink)
  await expect(page.getByRole('heading', { name: 'Set Up Your Shop' })).toBeVisible()
  await expectAccessible(page)
  const form = page.getByRole('form', { name: 'Set up' })
  const create = form.getByRole('button', { name: 'Create Admin' })
  await create.click()
  await expect(form.getByText('Please fill in all fields')).toBeVisible()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill('too short')
  await form.getByLabel('Confirm Password').fill('too short')
  await create.click()
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm Password').fill(password)
  await create.click()
  await expect(page).toHaveURL(`${shop.url}/admin`)
  await expect(toast(page).getByText('Welcome to Snackdrop!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  const stranger = await (await newVisitor()).newPage()
  await stranger.goto(shop.setupLink)
  await expect(stranger.getByText('This link does not work any more')).toBeVisible()
  await stranger.getByRole('link', { name: 'Go to Login' }).click()
  await login(stranger, email, password)
  await expect(stranger.getByRole('dialog', { name: 'Admin Access Detected' })).toBeVisible()
})

test('a shop that got its admin another way has no setup link left', { tag: '@wide' }, async ({
  openShop,
  page,
}) => {
  const shop = await openShop({ demo: false })
  await page.goto(shop.setupLink)
  await expect(page.getByText('This link does not work any more')).toBeVisible()
})

/** What an authenticator app shows for the key right now, or some half minutes from now. */
function code(secret: string, ahead = 0) {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const sum = createHmac('sha1', key).update(step).digest()
  const at = (sum.at(-1) ?? 0) & 15
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('an admin sets up two-step login with an app, a recovery code and a passkey', { tag: '@wide' }, async ({
  openShop,
  newVisitor,
}) => {
  test.slow()
  const shop = await openShop({ demo: false })
  const context = await newVisitor()
  const page = await context.newPage()
  const dialog = page.getByRole('dialog')
  const { email, password } = shop.admin
  const settings = `${shop.url}/account/dashboard?tab=settings`

  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })

  await page.goto(`${shop.url}/account`)
  await login(page, email, password)
  await dialog.getByRole('button', { name: 'Stay Here' }).click()
  await page.goto(settings)
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.getByTestId('totp-secret').textContent()) ?? ''
  await expectAccessible(page)
  await dialog.getByLabel('Code').fill(code(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  const recovery = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I Wrote Them Down' }).click()

  async function again() {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${shop.url}/`)
    await page.goto(`${shop.url}/account`)
    await login(page, email, password)
    await expect(page.getByText('One more step')).toBeVisible()
  }
  const inside = () => expect(page).toHaveURL(`${shop.url}/account/dashboard`)

  await again()
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByRole('form', { name: 'Login' })).toBeVisible()
  await expect(toast(page).getByText('You have been logged out.')).toHaveCount(0)
  await login(page, email, password)
  await expectAccessible(page)
  const late = {
    status: 410,
    contentType: 'application/problem+json',
    body: '{"code":"expired","detail":"This took too long. Please log in again."}',
  }
  await page.route('**/api/session/totp', (route) => route.fulfill(late), { times: 1 })
  await page.getByLabel('Code').fill('000000')
  await context.clearCookies({ name: 'snackdrop_session' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page).getByText('This took too long. Please log in again.')).toBeVisible()
  await login(page, email, password)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not right.').first()).toBeVisible()
  await page.reload()
  await page.getByLabel('Code').fill(code(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await inside()
  await dialog.getByRole('button', { name: 'Stay Here' }).click()

  await again()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await inside()
  await dialog.getByRole('button', { name: 'Stay Here' }).click()

  await page.goto(settings)
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'New Recovery Codes' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Make New Codes' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expect(dialog.getByText(recovery)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'I Wrote Them Down' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Laptop')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible()
  await again()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await inside()
  await dialog.getByRole('button', { name: 'Stay Here' }).click()

  await page.goto(settings)
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Authenticator App' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set Up Authenticator App' })).toBeVisible()
})
