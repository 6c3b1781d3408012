import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { newProduct, unique } from './kit/catalog'
import { submit, thanks } from './kit/checkout'
import { receivedEmail } from './kit/mail'
import { expect, test } from './kit/test'

const address = () => `${Math.random().toString(36).slice(2, 10)}@example.com`

/** A sold-out product that nobody else waits for. */
const soldOut = (staff: Page, name: string) => newProduct(staff, unique(name), { stock_quantity: 0 })

async function setStock(staff: Page, id: number, from: number, to: number) {
  const response = await staff.request.put(`/api/admin/products/${id}/stock`, {
    data: { stock_quantity: to, stock_seen: from },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/** The path of a link in the newest email of one kind. */
async function mailedPath(data: string, to: string, kind: string, start: string) {
  const text = await receivedEmail(data, to, kind)
  const { pathname, search } = new URL(
    text.match(new RegExp(`http://\\S+${start}[\\w=?-]+`))?.[0] ?? 'x:none',
  )
  return pathname + search
}

/** Joins over the API and opens the mailed link. */
async function wait(page: Page, data: string, id: number, email: string) {
  const joined = await page.request.post(`/api/products/${id}/waitlist`, { data: { email, units: 1 } })
  expect(joined.ok(), await joined.text()).toBe(true)
  const link = await mailedPath(data, email, 'waitlist', '/waitlist/confirm')
  const token = new URLSearchParams(link.split('?')[1]).get('token')
  const confirmed = await page.request.post('/api/waitlist/confirm', { data: { token } })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
}

test('a shopper joins the waitlist, is offered a unit and buys it', async ({ page, adminPage, shop }) => {
  const product = await soldOut(adminPage, 'Sold Out Sour')
  const email = address()
  await page.goto(`/product/${product.id}`)
  const form = page.getByRole('region', { name: 'Be next in line' })
  await form.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(form.getByText('Enter an email address.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(form.getByText('You are on the waitlist. 0 before you.')).toBeVisible()
  await expect(form).toContainText('Open the link we mailed you: your place counts from then on.')

  await page.goto(await mailedPath(shop.data, email, 'waitlist', '/waitlist/confirm'))
  await expect(page.getByRole('heading', { name: 'Your place counts' })).toBeVisible()
  await expectAccessible(page)

  await setStock(adminPage, product.id, 0, 1)
  const offer = await mailedPath(shop.data, email, 'offer', '/reservation/')
  await page.goto(offer)
  await expect(page.getByRole('heading', { name: 'Held for you' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Time left to buy' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(page).toHaveURL(/\/checkout$/)

  await page.goto('/cart')
  await expect(page.getByText(/^Held for you: (\d+:)?\d+:\d\d$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(submit(page)).toBeEnabled()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Maya Torres')
  await page.getByRole('radio', { name: /Pickup in/ }).check()
  await page.getByRole('radio', { name: /Pay at pickup/ }).check()
  await submit(page).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText(/Held until .+\./)).toBeVisible()
  await page.goto(offer)
  await expect(page.getByRole('heading', { name: 'It is yours' })).toBeVisible()
})

test('a unit that is given back goes to the next', { tag: '@wide' }, async ({ page, adminPage, shop }) => {
  const product = await soldOut(adminPage, 'Given Back Gummies')
  const [first, second] = [address(), address()]
  await wait(page, shop.data, product.id, first)
  await wait(page, shop.data, product.id, second)
  await setStock(adminPage, product.id, 0, 1)
  await page.goto(await mailedPath(shop.data, first, 'offer', '/reservation/'))
  await page.getByRole('button', { name: 'Give it to the next' }).click()
  // The button is gone: whoever listens is told by the heading, which has the focus.
  await expect(page.getByRole('heading', { name: 'Your hold is over' })).toBeFocused()
  await expectAccessible(page)

  await page.goto(await mailedPath(shop.data, second, 'offer', '/reservation/'))
  await expect(page.getByRole('heading', { name: 'Held for you' })).toBeVisible()
  await page.goto(await mailedPath(shop.data, second, 'waitlist', '/waitlist/leave'))
  await page.getByRole('button', { name: 'Leave the waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'You have left the waitlist' })).toBeVisible()
  await page.goto('/reservation/nonsense')
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})

test('staff see who waits and remove somebody', { tag: '@wide' }, async ({ page, adminPage, shop }) => {
  const product = await soldOut(adminPage, 'Awaited Wafers')
  const [counts, typed] = [address(), address()]
  await wait(page, shop.data, product.id, counts)
  await page.request.post(`/api/products/${product.id}/waitlist`, { data: { email: typed, units: 2 } })
  await adminPage.goto(`/admin/products?q=${encodeURIComponent(product.name)}`)
  await adminPage.getByRole('button', { name: `1 waiting for ${product.name}` }).click()
  const dialog = adminPage.getByRole('dialog', { name: `Waiting for ${product.name}` })
  await expect(dialog.getByRole('listitem').filter({ hasText: typed })).toContainText('Link not opened')
  await expectAccessible(adminPage)
  await dialog.getByRole('button', { name: `Remove ${counts}` }).click()
  await dialog.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(dialog.getByText(counts)).toBeHidden()
  await expect(dialog.getByText(typed)).toBeVisible()
})
