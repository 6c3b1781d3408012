import { createHmac } from 'node:crypto'
import { expectAccessible } from './kit/axe'
import { login, toast } from './kit/login'
import { expect, test } from './kit/test'

test('the login leads an admin back to the page that asked for it', { tag: '@wide' }, async ({
  page,
  shop,
}) => {
  await page.goto('/admin/orders?status=processing')
  await expect(toast(page).getByText('Authentication required')).toBeVisible()
  await expect(toast(page).getByText('Please log in to access the admin area')).toBeVisible()
  await login(page, shop.admin.email, shop.admin.password)
  await expect(page).toHaveURL('/admin/orders?status=processing')
})

test('an admin is asked once per sign-in where to go', { tag: '@wide' }, async ({ page, shop }) => {
  await page.goto('/account')
  await login(page, shop.admin.email, shop.admin.password)
  const dialog = page.getByRole('dialog', { name: 'Admin Access Detected' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay Here' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/account/dashboard')
  await expect(page.getByRole('button', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
  // Nobody gave this account a name: it has the first part of its email.
  await expect(page.getByText('Hi, owner!')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await login(page, shop.admin.email, shop.admin.password)
  await dialog.getByRole('button', { name: 'Go to Admin Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
})

test('the admin area is entered and left like any page of the shop', { tag: '@wide' }, async ({
  adminPage: page,
}) => {
  const area = page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })
  const account = page.getByRole('heading', { level: 1, name: 'My Account' })
  await page.goto('/account/dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Go to Admin Dashboard' }).click()
  await expect(area).toBeVisible()
  await page.goBack()
  await expect(account).toBeVisible()
  // Now the document begins in the shop again, and the area comes by way of the history.
  await page.reload()
  await expect(account).toBeVisible()
  await page.goForward()
  await expect(area).toBeVisible()
  await expect(page).toHaveURL('/admin')
  await page.goBack()
  await expect(page).toHaveURL('/account/dashboard')
  await expect(account).toBeVisible()
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
