import type { Page } from '@playwright/test'
import { Bank } from './kit/bank'
import { buyerEmail, fillAddress, fillContact, MYSTERY, openCheckout, submit, thanks } from './kit/checkout'
import { linkIn, receivedEmail } from './kit/mail'
import { Shop } from './kit/shop'
import { Staff } from './kit/staff'
import { test as base, expect } from './kit/test'

/** A shop with accounts at Stripe and PayPal. */
const test = base.extend<object, { bank: Bank }>({
  bank: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const bank = await Bank.open()
      await use(bank)
      await bank.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ bank, browser }, use) => {
      const shop = await Shop.open({ flags: ['--stripe-api', bank.url, '--paypal-api', bank.url] })
      const staff = await Staff.at(shop, browser)
      await staff.saveSettings(bank.settings)
      bank.shop = shop
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
})

const TOTAL = 37_85
const confirming = (page: Page) => page.getByRole('heading', { name: 'Confirming your payment…' })
const waiting = (page: Page) => page.getByRole('heading', { name: 'Your items are waiting for you' })

/** Walks to the provider's page and gives its address. */
async function goToPay(
  page: Page,
  provider: 'stripe' | 'paypal',
  email = buyerEmail(),
  shop = '',
): Promise<string> {
  await openCheckout(page, shop)
  await fillContact(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await fillAddress(page)
  await page.getByRole('radio', { name: provider === 'stripe' ? /Credit or debit card/ : /PayPal/ }).check()
  await submit(page).click()
  await expect(page.getByRole('heading', { name: provider })).toBeVisible()
  return page.url()
}

/** The order's page, to which the payment provider sends the buyer back. */
const orderPage = (page: Page) => page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')

test('a guest pays with Stripe', async ({ page, bank }) => {
  const payURL = await goToPay(page, 'stripe')
  expect(bank.netPaid(payURL)).toBe(0)
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText('Your payment is in.')).toBeVisible()
  expect(bank.netPaid(payURL)).toBe(TOTAL)
})

test('a customer pays with PayPal, cancels, and the money comes back', async ({
  customerPage: page,
  bank,
  customer,
}) => {
  const payURL = await goToPay(page, 'paypal', customer.email)
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
  expect(bank.netPaid(payURL)).toBe(TOTAL)
  const number = new URL(page.url()).pathname.split('/').at(-1)
  const cancelled = await page.request.post(`/api/account/orders/${number}/cancel`)
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  await expect.poll(() => bank.netPaid(payURL)).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your money is on its way back' })).toBeVisible()
})

test('a card that Stripe declines can be followed by another', { tag: '@wide' }, async ({ page, bank }) => {
  const payURL = await goToPay(page, 'stripe')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(waiting(page)).toBeVisible()
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(page).toHaveURL(payURL)
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
  expect(bank.netPaid(payURL)).toBe(TOTAL)
})

test('who is declined by PayPal hears of it at once and pays on a new page', async ({ page, bank }) => {
  const declined = await goToPay(page, 'paypal')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(page.getByRole('heading', { name: 'paypal' })).toBeVisible()
  const second = page.url()
  expect(second).not.toBe(declined)
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
  expect([bank.netPaid(declined), bank.netPaid(second)]).toEqual([0, TOTAL])
})

for (const provider of ['stripe', 'paypal'] as const)
  test(`a tab closed at ${provider} before the return: the message brings the order home`, {
    tag: '@wide',
  }, async ({ page, shop, bank, newVisitor }) => {
    const email = `left-${provider}-${Date.now()}@example.com`
    const payURL = await goToPay(page, provider, email)
    await page.getByRole('button', { name: 'Pay and close' }).click()
    await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
    await page.close()
    // Nothing but the confirmation leads back, as it would on another device.
    const link = linkIn(await receivedEmail(shop.data, email, 'order-confirmation'))
    const later = await (await newVisitor()).newPage()
    await later.goto(link.href)
    await expect(thanks(later)).toBeVisible()
    expect(bank.netPaid(payURL)).toBe(TOTAL)
  })

test('a message that never came is made up for when the shopper returns', { tag: '@wide' }, async ({
  page,
  bank,
}) => {
  const payURL = await goToPay(page, 'stripe')
  const { shop } = bank
  bank.shop = undefined
  await page.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(page)).toBeVisible()
  bank.shop = shop
  // The webhook now arrives late, and twice: it changes nothing.
  expect(await bank.tell(payURL)).toBe(204)
  expect(await bank.tell(payURL)).toBe(204)
  await page.reload()
  await expect(thanks(page)).toBeVisible()
  expect(bank.netPaid(payURL)).toBe(TOTAL)
})

test('a message with another amount or a forged signature is refused', { tag: '@wide' }, async ({
  page,
  bank,
}) => {
  const payURL = await goToPay(page, 'stripe')
  const home = (await orderPage(page)) ?? ''
  const { shop } = bank
  bank.shop = undefined
  await page.getByRole('button', { name: 'Pay and close' }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  bank.shop = shop
  expect(await bank.tell(payURL, { cents: 1_00 })).toBe(502)
  expect(await bank.tell(payURL, { signature: '00ff' })).toBe(422)
  await page.goto(home)
  await expect(waiting(page)).toBeVisible()
  await expect(confirming(page)).toHaveCount(0)
  expect(await bank.tell(payURL)).toBe(204)
  await page.reload()
  await expect(thanks(page)).toBeVisible()
})

test('a double click at the checkout asks for one payment', { tag: '@wide' }, async ({ page, bank }) => {
  await openCheckout(page)
  await fillContact(page)
  await fillAddress(page)
  await submit(page).dblclick()
  await expect(page.getByRole('heading', { name: 'stripe' })).toBeVisible()
  const payURL = page.url()
  await page.getByRole('button', { name: 'Pay $37.85' }).dblclick()
  await expect(thanks(page)).toBeVisible()
  expect(bank.netPaid(payURL)).toBe(TOTAL)
})

test('a total too small for Stripe is paid another way', { tag: '@wide' }, async ({
  page,
  shop,
  bank,
  browser,
}) => {
  const staff = await Staff.at(shop, browser)
  await staff.addPromotion({ code: 'ALMOST', kind: 'amount', amount: 29.59, enabled: true })
  await openCheckout(page)
  await page.getByRole('textbox', { name: 'Promo code' }).fill('ALMOST')
  await page.getByRole('button', { name: 'Apply' }).click()
  await fillContact(page)
  await page.getByRole('radio', { name: /Pickup in Los Angeles/ }).check()
  await expect(submit(page)).toContainText('$0.43')
  await expect(page.getByRole('radio', { name: /Credit or debit card/ })).toBeDisabled()
  await expect(page.getByText('Only for orders from $0.50.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked()
  await submit(page).click()
  await expect(page.getByRole('heading', { name: 'paypal' })).toBeVisible()
  const payURL = page.url()
  await page.getByRole('button', { name: 'Pay $0.43' }).click()
  await expect(thanks(page)).toBeVisible()
  expect(bank.netPaid(payURL)).toBe(43)
})

test('a hold that ends: what is still there can be paid again, what is not is refunded', {
  tag: '@wide',
}, async ({ page, bank, browser, openShop, newVisitor }) => {
  test.slow()
  const shop = await openShop({
    flags: ['--stripe-api', bank.url, '--paypal-api', bank.url, '--hold-seconds', '4'],
  })
  const staff = await Staff.at(shop, browser)
  await staff.saveSettings(bank.settings)
  await staff.setStock(MYSTERY, 1)
  const over = (tab: Page) => tab.getByRole('heading', { name: 'The time to pay is over' })
  const visit = async () => (await newVisitor()).newPage()

  const first = await visit()
  const late = await goToPay(first, 'paypal', 'late@example.com', shop.url)
  const home = (await orderPage(first)) ?? ''
  const again = await visit()
  await again.goto(home)
  await expect(over(again)).toBeVisible({ timeout: 30_000 })

  // The unit is free again: another buyer reserves it, lets the reservation expire, and pays late.
  const second = await visit()
  await goToPay(second, 'stripe', 'second@example.com', shop.url)
  await second.goto((await orderPage(second)) ?? '')
  await expect(second.getByRole('timer', { name: 'Time left to pay' })).toBeVisible()
  await expect(over(second)).toBeVisible({ timeout: 30_000 })
  await second.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(second.getByRole('heading', { name: 'stripe' })).toBeVisible()
  const paid = second.url()
  await second.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(thanks(second)).toBeVisible()

  // PayPal's page cannot be closed: the first one pays for what is gone.
  await first.getByRole('button', { name: 'Pay $37.85' }).click()
  await expect(first.getByRole('heading', { name: 'Your money is on its way back' })).toBeVisible()
  await expect(first.getByText('this order could not be filled any more')).toBeVisible()
  await expect.poll(() => bank.netPaid(late)).toBe(0)
  expect(bank.netPaid(paid)).toBe(TOTAL)
  expect(await receivedEmail(shop.data, 'late@example.com', 'order-status')).toContain(
    'could not be filled any more',
  )
  await page.close()
})
