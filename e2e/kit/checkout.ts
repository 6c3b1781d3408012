import { expect, type Page } from '@playwright/test'

export const MYSTERY = 10

/** Puts one of the product into the cart and walks to the checkout as a shopper does, here or at the shop named. */
export async function goToCheckout(page: Page, product = MYSTERY, shop = '') {
  await page.goto(`${shop}/product/${product}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto(`${shop}/cart`)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('button', { name: /^Place Order/ })).toBeEnabled()
}

export async function fillContact(page: Page) {
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
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
