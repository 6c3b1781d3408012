import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe'
import { fillCart } from './kit/cart'
import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const line = (page: Page, name: string) => page.getByRole('group', { name })
const CRISPS = 'Hokkaido Nori Butter Crisps'
const BOX = 'Mystery Snack Box - Hype Favorites'

async function openCart(page: Page, products: number[], shop = '') {
  await fillCart(page, products, shop)
  await page.goto(`${shop}/cart`)
  await expect(page.getByRole('heading', { level: 1, name: 'Your Shopping Cart' })).toBeVisible()
}

test('an empty cart costs nothing and does not check out', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/cart')
  await expect(summary(page).getByText('Subtotal (0 items)')).toBeVisible()
  await expect(summary(page).getByText('$0.00')).toHaveCount(3)
  await summary(page).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByText('Your cart is empty. Add items before checking out.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('counts lines, adds shipping, and follows the stepper', async ({ page }) => {
  for (const id of [1, 10]) {
    await page.goto(`/product/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
  }
  await page.goto('/cart')
  await expect(summary(page).getByText('Subtotal (2 items)')).toBeVisible()
  await expect(summary(page).getByText('$36.49')).toBeVisible()
  await expect(summary(page).getByText('$5.99')).toBeVisible()
  await expect(summary(page).getByText('$42.48')).toBeVisible()
  await line(page, CRISPS).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(line(page, CRISPS).getByText('$13.00')).toBeVisible()
  await expect(summary(page).getByText('Subtotal (2 items)')).toBeVisible()
  await expect(summary(page).getByText('$48.98')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText('3')
  await expectAccessible(page)
  await page.reload()
  await expect(summary(page).getByText('$48.98')).toBeVisible()
})

test('removing, clearing and taking it back', { tag: '@wide' }, async ({ page }) => {
  await openCart(page, [1, 10])
  await page.getByRole('button', { name: `Remove ${BOX}` }).click()
  await expect(page.getByText(`Removed ${BOX} from your cart.`).first()).toBeVisible()
  await expect(line(page, BOX)).toBeHidden()
  await line(page, CRISPS).getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(page.getByText(`Removed ${CRISPS} from your cart.`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, CRISPS)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page.getByText('Your cart has been cleared.').first()).toBeVisible()
  await expect(summary(page).getByText('Subtotal (0 items)')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, CRISPS)).toBeVisible()
})

test('changes in one tab show in the other', { tag: '@wide' }, async ({ page, context }) => {
  await openCart(page, [1])
  const other = await context.newPage()
  await other.goto('/product/10')
  await other.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(line(page, BOX)).toBeVisible()
  await expect(summary(page).getByText('Subtotal (2 items)')).toBeVisible()
})

test('promo codes: none, wrong, right', { tag: '@wide' }, async ({ openShop, page, browser }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await staff.addPromotion({ code: 'HYPE10', kind: 'percent', percent: 10, enabled: true })
  await openCart(page, [10], shop.url)
  const field = page.getByLabel('Promo code')
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.click()
  await expect(page.getByText('Please enter a promo code.')).toBeVisible()
  await expectAccessible(page)
  await field.fill('FREESTUFF')
  await expect(page.getByText('Please enter a promo code.')).toBeHidden()
  await apply.click()
  await expect(page.getByText('Invalid promo code. Please try again.')).toBeVisible()
  await expect(field).toHaveValue('')
  await field.fill('hype10')
  await apply.click()
  // Ten percent of $29.99, rounded to the nearest cent.
  await expect(summary(page).getByText('-$3.00')).toBeVisible()
  await expect(summary(page).getByText('$32.98')).toBeVisible()
  await page.reload()
  await expect(summary(page).getByText('$32.98')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove promo code HYPE10' }).click()
  await expect(summary(page).getByText('$35.98')).toBeVisible()
})

test('shipping follows the settings', { tag: '@wide' }, async ({ openShop, page, browser }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await staff.saveSettings({ shipping_fee: '4.50', free_shipping_threshold: '50.00' })
  await openCart(page, [10], shop.url)
  await expect(summary(page).getByText('$4.50')).toBeVisible()
  await expect(summary(page).getByText('You are $20.01 away from free shipping.')).toBeVisible()
  await expectAccessible(page)
  await line(page, BOX).getByRole('button', { name: 'Increase quantity' }).click()
  await expect(summary(page).getByText('$0.00')).toBeVisible()
  await expect(summary(page).getByText('$59.98')).toHaveCount(2)
  await summary(page).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('radio', { name: /^Standard delivery.*Free$/ })).toBeVisible()
  await expect(summary(page).getByText('Shipping').locator('..')).toContainText('Free')
  await page.goto(`${shop.url}/cart`)
  await line(page, BOX).getByRole('textbox', { name: 'Quantity' }).fill('10001')
  await page.goto(`${shop.url}/checkout`)
  await expect(page.getByText('Some items cannot be ordered as they are.')).toBeVisible()
  await page.getByRole('link', { name: 'Change it in your cart' }).click()
  await line(page, BOX).getByRole('button', { name: 'Take 40' }).click()
  await expect(line(page, BOX).getByText('Only 40 left.')).toBeHidden()
})

test('lines say what became of their products', async ({ openShop, page, browser }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  // A page that does not listen yet asks for changes within 10 s, one that listens within three.
  const stream = page.waitForResponse('**/api/events*')
  await openCart(page, [1, 2, 3, 4], shop.url)
  await stream
  const [second, third, fourth] = await Promise.all([2, 3, 4].map((id) => staff.product(id)))
  const name = (product: { name: string } | undefined) => product?.name ?? ''
  await staff.change(1, { price: 7 })
  await expect(line(page, CRISPS).getByText('The price went up from $6.50 to $7.00.')).toBeVisible()
  await line(page, CRISPS).getByRole('button', { name: 'Got it' }).click()
  await expect(line(page, CRISPS).getByText('The price went up')).toBeHidden()
  await line(page, name(second)).getByRole('button', { name: 'Increase quantity' }).click()
  await staff.setStock(2, 1)
  await expect(line(page, name(second)).getByText('Only 1 left.')).toBeVisible()
  await staff.setStock(3, 0)
  await expect(line(page, name(third)).getByText('Sold out.')).toBeVisible()
  await staff.remove(4)
  await expect(line(page, name(fourth)).getByText('No longer in the shop.')).toBeVisible()
  await expect(summary(page).getByText('Subtotal (2 items)')).toBeVisible()
  await expectAccessible(page)
  await summary(page).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await line(page, name(second)).getByRole('button', { name: 'Take 1' }).click()
  await page.getByRole('button', { name: `Remove ${name(third)}` }).click()
  await page.getByRole('button', { name: `Remove ${name(fourth)}` }).click()
  await summary(page).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByText('Proceeding to checkout...').first()).toBeVisible()
  await expect(page).toHaveURL(/\/checkout$/)
})

test('a page that is opened anew begins at its top, one that is reloaded stays where it was', async ({
  page,
}) => {
  await page.goto('/product/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toHaveText('1')
  await page.evaluate(() => scrollTo(0, 500))
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /^Place Order/ })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.evaluate(() => scrollTo(0, 400))
  await page.reload()
  await expect(page.getByRole('button', { name: /^Place Order/ })).toBeVisible()
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - 400)).toBeLessThan(40)
})
