import { readFileSync } from 'node:fs'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { toast } from './kit/login'
import { linkIn, receivedEmail } from './kit/mail'
import { placeOrder } from './kit/order'
import { expect, test } from './kit/test'

test('the profile has a view mode and an edit mode', { tag: '@wide' }, async ({
  customerPage: page,
  customer,
}) => {
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
  await expect(toast(page).getByText('Success')).toBeVisible()
  await expect(toast(page).getByText('Your profile has been updated.')).toBeVisible()
  await expect(card.getByText('Profile updated successfully.')).toBeVisible()
  await expect(card.getByText('Casey Jones')).toBeVisible()
  await card.getByRole('button', { name: 'Edit Profile' }).click()
  await card.getByLabel('Username').fill('ab')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page).getByText('Failed to update profile. Please try again.')).toBeVisible()
  await expect(card.getByText('Username must be at least 3 characters').first()).toBeVisible()
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
  await expect(dialog.getByText('Enter a ZIP code, like 12345.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('ZIP code').fill('10001')
  await expect(dialog.getByLabel('City')).toHaveValue('New York')
  await expect(dialog.getByLabel('State')).toHaveValue('NY')
  await dialog.getByLabel('State').selectOption('California')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog.getByText('This ZIP code is in New York.')).toBeVisible()
  await dialog.getByLabel('ZIP code').fill('90046')
  await expect(dialog.getByLabel('City')).toHaveValue('Los Angeles')
  await expect(dialog.getByLabel('State')).toHaveValue('CA')
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

test('orders show their way, can be repeated and cancelled', { tag: '@wide' }, async ({
  customerPage: page,
  customer,
}) => {
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
  await expect(step).toContainText(/Ready For Pickup.* P[SD]T/)
  await expect(card.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
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
  await receivedEmail(shop.data, customer.email, 'email-notice')
  const link = linkIn(await receivedEmail(shop.data, `new-${customer.email}`, 'email-change'))
  await page.goto(link.pathname + link.search)
  await page.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(page.getByText('Your email has been changed')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('region', { name: 'Email' }).getByText(`new-${customer.email}`)).toBeVisible()
})

test('password, devices, picture, data and farewell', { tag: '@wide' }, async ({
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
