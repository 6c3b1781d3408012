import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { login, toast } from './kit/login'
import { linkIn, receivedEmail } from './kit/mail'
import { expect, test } from './kit/test'

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
  await expect(toast(page).getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill(customer.password)
  await expect(form.getByText('Passwords do not match')).toHaveCount(0)
  await register.click()
  await expect(form.getByText('Username must be at least 3 characters').first()).toBeVisible()
  await expect(toast(page).getByText('Username must be at least 3 characters')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Username').fill(customer.username)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('short')
  await register.click()
  await expect(form.getByText('Password must be at least 8 characters').first()).toBeVisible()
  await expect(toast(page).getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('password')
  await expect(form.getByText('Easy to guess')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('password')
  await register.click()
  await expect(form.getByText('Many people use this password').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByLabel('Confirm Password').fill(customer.password)
  await register.click()
  await expect(toast(page).getByText('Welcome to Snackdrop!')).toBeVisible()
  await expect(page).toHaveURL('/account/dashboard')
  await page.goto('/account')
  await expect(page).toHaveURL('/account/dashboard')
})

test('a taken username is refused', { tag: '@wide' }, async ({ page, account }) => {
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
  await page.getByLabel('Username').fill(account.username.toUpperCase())
  await page.getByLabel('Email').fill(`other-${account.email}`)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm Password').fill(account.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('form').getByText('Username is already taken').first()).toBeVisible()
  await expect(toast(page).getByText('Username is already taken')).toBeVisible()
})

test('a customer logs in, comes back to where they were, and logs out', async ({ page, account }) => {
  await page.goto('/category/chips')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('form').getByText('Please fill in all fields')).toBeVisible()
  await login(page, account.email, 'wrong password')
  await expect(page.getByRole('form').getByText('Invalid email or password')).toBeVisible()
  await expect(toast(page).getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  const password = page.getByLabel('Password')
  await password.fill(account.password)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(toast(page).getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/category/chips')
  await page.getByRole('link', { name: 'My Account' }).click()
  await expect(page).toHaveURL('/account/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page).getByText('You have been logged out.')).toBeVisible()
})

test('a link can name the way back, but no other site', { tag: '@wide' }, async ({ page, account }) => {
  for (const [next, to] of [
    ['//evil.test/', '/account/dashboard'],
    ['/cart', '/cart'],
  ] as const) {
    await page.goto(`/account?next=${next}`)
    await login(page, account.email, account.password)
    await expect(page).toHaveURL(to)
    await page.context().clearCookies({ name: 'snackdrop_session' })
  }
})

test('the dashboard asks for a login first and comes back to its tab', { tag: '@wide' }, async ({
  page,
  account,
}) => {
  await page.goto('/account/dashboard?tab=addresses')
  await expect(page).toHaveURL('/account')
  await login(page, account.email, account.password)
  await expect(page).toHaveURL('/account/dashboard?tab=addresses')
  await expect(page.getByRole('heading', { name: 'Address Book' })).toBeVisible()
})

test('loading and missing accounts have their words', { tag: '@wide' }, async ({ customerPage: page }) => {
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
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
  respond()
  await expect(page.getByText('Account Not Available')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('form', { name: 'Login' })).toBeVisible()
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

test('guessing is slowed, and told so', { tag: '@wide' }, async ({ page, account }) => {
  const guesses = Array.from({ length: 10 }, (_, i) => ({ email: account.email, password: `guess ${i}` }))
  await Promise.all(guesses.map((data) => page.request.post('/api/session', { data })))
  await page.goto('/account')
  await login(page, account.email, account.password)
  await expect(page.getByRole('form').getByText('Too many attempts. Please try again later.')).toBeVisible()
  await expect(toast(page).getByText('Too many attempts. Please try again later.')).toBeVisible()
})

test('an unknown email gets the same response as a known one', { tag: '@wide' }, async ({ page }) => {
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
  const link = linkIn(await receivedEmail(shop.data, customer.email, 'password-reset'))
  // In a browser that is signed in, and with a check that fails once.
  const { email, password } = customer
  await page.request.post(`${shop.url}/api/session`, { data: { email, password } })
  const busy = { status: 429, contentType: 'application/problem+json', body: '{"detail":"Too many tries."}' }
  await page.route('**/api/password-resets*', (route) => route.fulfill(busy), { times: 1 })
  await page.goto(shop.url + link.pathname + link.search)
  await expect(page.getByText('Too many tries.')).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
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
