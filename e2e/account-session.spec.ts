import { login, toast } from './kit/login'
import { expect, test } from './kit/test'

test('nobody sees a page of somebody else while their session is restored', { tag: '@wide' }, async ({
  customerPage: page,
}) => {
  let respond = () => {}
  await page.route('**/api/session', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve
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
    respond()
    await expect(page).toHaveURL(to)
  }
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

test('a session that ends takes nothing that was typed, and shows it to nobody else', {
  tag: '@wide',
}, async ({ customerPage: page, customer, shop }) => {
  await page.goto('/account/dashboard?tab=settings')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Full Name').fill('Casey Jones')
  await page.context().clearCookies({ name: 'snackdrop_session' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page).getByText('You are signed out.')).toBeVisible()
  await expect(page).toHaveURL('/account')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL('/account/dashboard?tab=settings')
  await expect(page.getByLabel('Full Name')).toHaveValue('Casey Jones')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page).getByText('Your profile has been updated.')).toBeVisible()

  await page.getByRole('button', { name: 'Change Email' }).click()
  await page.getByLabel('New Email').fill('half@typed')
  await page.goto('/account/dashboard?tab=settings')
  await expect(page.getByLabel('New Email')).toHaveValue('half@typed')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add Address' }).click()
  const form = page.getByRole('dialog', { name: 'Add Address' })
  await form.getByLabel('Name').fill('Grandma')
  await form.getByLabel('State').selectOption('California')
  await form.getByLabel('Use as default address').check()
  await page.context().clearCookies({ name: 'snackdrop_session' })
  await page.reload()
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL('/account/dashboard?tab=addresses')
  await expect(form.getByLabel('Name')).toHaveValue('Grandma')
  await expect(form.getByLabel('State')).toHaveValue('CA')
  await expect(form.getByLabel('Use as default address')).toBeChecked()

  await page.context().clearCookies({ name: 'snackdrop_session' })
  await page.reload()
  await login(page, shop.admin.email, shop.admin.password)
  await page.getByRole('button', { name: 'Stay Here' }).click()
  await expect(page.getByRole('heading', { name: 'Address Book' })).toBeVisible()
  await expect(form).toHaveCount(0)

  // A logout does take it, also one in another tab.
  await page.getByRole('button', { name: 'Add Address' }).click()
  await form.getByLabel('Name').fill('Grandpa')
  const other = await page.context().newPage()
  await other.goto('/account/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page).getByText('You have been logged out.')).toBeVisible()
  await login(page, shop.admin.email, shop.admin.password)
  await page.getByRole('button', { name: 'Stay Here' }).click()
  await expect(page.getByRole('heading', { name: 'Address Book' })).toBeVisible()
  await expect(form).toHaveCount(0)
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
