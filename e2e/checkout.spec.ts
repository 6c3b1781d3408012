import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { fillAddress, fillContact, openCheckout, submit, thanks, walkToCheckout } from './kit/checkout'
import { expect, test } from './kit/test'

test('a guest buys with delivery and card, and keeps the order in an account', async ({ page }) => {
  test.slow()
  await walkToCheckout(page)
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
  await expect(page.locator('use[href$="#bag"]')).toBeAttached() // the setting shop_sign
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
  await walkToCheckout(page)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(customer.email)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveCount(0)
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  // Taxed in California, the state of the store.
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
  await openCheckout(page)
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('5 Elm St')
  const book = page.getByRole('combobox', { name: 'Saved addresses' })
  const save = page.getByRole('checkbox', { name: 'Save this address in my address book' })
  await expect(book.locator('option:checked')).toHaveText('Casey Customer, 5 Elm St, Portland')
  await expect(save).toHaveCount(0)

  // Another one is saved with the order, if the customer says so.
  await book.selectOption('Another address')
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  await fillAddress(page)
  await save.check()
  const added = page.waitForResponse(
    (response) => response.url().endsWith('/api/account/addresses') && response.request().method() === 'POST',
  )
  await submit(page).click()
  expect((await added).status()).toBe(200)
  const { items } = await (await page.request.get('/api/account/addresses')).json()
  expect(items.map((item: { line1: string }) => item.line1)).toEqual(['5 Elm St', '1420 Rosewood Ave'])
})

test('who logs in on the way comes back to the checkout', { tag: '@wide' }, async ({ page, account }) => {
  await openCheckout(page)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  const login = page.getByRole('form', { name: 'Login' })
  await login.getByLabel('Email').fill(account.email)
  await login.getByLabel('Password').fill(account.password)
  await login.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/:\d+\/checkout$/)
  await expect(submit(page)).toBeEnabled()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Casey Customer')
})

test('who logs out leaves nothing at the checkout, in no tab', { tag: '@wide' }, async ({
  customerPage: page,
}) => {
  await walkToCheckout(page)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')
  const other = await page.context().newPage()
  await other.goto('/checkout')
  await other.getByRole('textbox', { name: 'Full name' }).fill('Casey Customer')

  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await walkToCheckout(page)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('textbox', { name: 'Full name' })).toHaveValue('')
    await expect(tab.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  }
})

test('a declined card can be tried again', { tag: '@wide' }, async ({ page }) => {
  await openCheckout(page)
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
  await openCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Pay slowly' }).click()
  await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible()
  await expect(thanks(page)).toBeVisible({ timeout: 15_000 })
})

test('who pays and never returns has paid all the same', { tag: '@wide' }, async ({ page }) => {
  await openCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).click()
  await page.getByRole('button', { name: 'Pay and never return' }).click()
  await expect(page.getByText('You can close this tab')).toBeVisible()
  const back = await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')
  await page.goto(back ?? '')
  // The provider's message may come after the page, which asks again every ten seconds.
  await expect(thanks(page)).toBeVisible({ timeout: 25_000 })
})

test('who leaves the pay page finds the order waiting, and can change the cart', async ({ page }) => {
  await openCheckout(page)
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
  await openCheckout(page)
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
