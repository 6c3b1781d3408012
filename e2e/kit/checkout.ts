import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { fillCart } from './cart'

export const MYSTERY = 10

/** Puts one of the product into the cart and walks to the checkout as a shopper does. */
export async function walkToCheckout(page: Page, product = MYSTERY) {
  await page.goto(`/product/${product}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(submit(page)).toBeEnabled()
}

/** Opens the checkout with the mystery box in the cart, here or at the shop named. */
export async function openCheckout(page: Page, shop = '') {
  await fillCart(page, [MYSTERY], shop)
  await page.goto(`${shop}/checkout`)
  await expect(submit(page)).toBeEnabled()
}

/** An address that no other test orders with: the shop refuses the third unpaid order of one. */
export const buyerEmail = () => `maya-${randomUUID().slice(0, 8)}@example.com`

export async function fillContact(page: Page, email = buyerEmail()) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Maya Torres')
}

export async function fillAddress(page: Page) {
  await page.getByRole('textbox', { name: 'Street address' }).fill('1420 Rosewood Ave')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('78702')
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Austin')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('TX')
}

export const submit = (page: Page) => page.getByRole('button', { name: /^Place Order/ })
export const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you! It’s yours.' })
