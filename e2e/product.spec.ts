import { expectAccessible } from './kit/axe'
import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

test('a product page has everything on it', async ({ page }) => {
  await page.goto('/product/1')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Hokkaido Nori Butter Crisps' })).toBeVisible()
  await expect(main.getByRole('img', { name: 'Hokkaido Nori Butter Crisps' })).toHaveAttribute(
    'loading',
    'eager',
  )
  await expect(main.getByText('$6.50', { exact: true })).toBeVisible()
  await expect(main.getByText('Thin-cut northern potatoes')).toBeVisible()
  await expect(main.getByText('Japan', { exact: true })).toBeVisible()
  await expect(main.getByText('In Stock', { exact: true })).toBeVisible()
  await expect(main.getByRole('definition').getByRole('link', { name: 'Chips' })).toHaveAttribute(
    'href',
    '/category/chips',
  )
  const crumbs = main.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link')).toHaveText(['Home', 'Chips'])
  await expect(main.getByRole('region', { name: 'More Chips' }).getByRole('article')).toHaveCount(4)
  await expectAccessible(page)
  await page.goto('/products/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Hokkaido Nori Butter Crisps' })).toBeVisible()
})

test('the stepper starts at 1, stops there, and adds what it says', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/product/1')
  const fewer = page.getByRole('button', { name: 'Decrease quantity' })
  const more = page.getByRole('button', { name: 'Increase quantity' })
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await expect(quantity).toHaveValue('1')
  await expect(fewer).toBeDisabled()
  await more.click()
  await more.click()
  await fewer.click()
  await expect(quantity).toHaveValue('2')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Added Hokkaido Nori Butter Crisps to your cart.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText('2')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(
    page.getByText('Updated Hokkaido Nori Butter Crisps quantity in your cart.').first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart' }).first()).toContainText('4')
})

test('a product that is not there', { tag: '@wide' }, async ({ page }) => {
  for (const path of ['/product/999999', '/product/abc']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
    await expect(
      page.getByText("The product you're looking for doesn't exist or has been removed."),
    ).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('price, stock and removal show within seconds, without a reload', { tag: '@wide' }, async ({
  openShop,
  page,
  browser,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  // The stream opens when the page is idle.
  const stream = page.waitForResponse('**/api/events*')
  await page.goto(`${shop.url}/product/1`)
  await stream
  const main = page.getByRole('main')
  await expect(main.getByText('$6.50', { exact: true })).toBeVisible()
  const soon = { timeout: 1_000 } // counts come with the event
  const spread = { timeout: 5_000 } // open pages refetch spread over three seconds

  await staff.change(1, { price: 7.25 })
  await expect(main.getByText('$7.25', { exact: true })).toBeVisible(spread)
  await staff.setStock(1, 3)
  await expect(main.getByText('ONLY 3 LEFT', { exact: true })).toBeVisible(soon)
  await expectAccessible(page)
  await staff.setStock(1, 0)
  await expect(main.getByText('Out of Stock')).toBeVisible(spread)
  await expect(main.getByText('SOLD OUT')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  await expectAccessible(page)
  await staff.setStock(1, 9)
  await expect(main.getByRole('button', { name: 'Add to Cart' })).toBeEnabled(spread)
  await staff.remove(1)
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible(spread)
})

test('a sale costs no question: units left come with the event', { tag: '@wide' }, async ({
  openShop,
  page,
  browser,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  const events = page.waitForResponse('**/api/events*')
  await page.goto(`${shop.url}/product/1`)
  await events
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/products') && asked.push(request.url()))
  await staff.setStock(1, 2)
  await expect(page.getByText('ONLY 2 LEFT')).toBeVisible()
  expect(asked).toEqual([])
})

test('very long words and no picture, origin, category or rating', async ({ openShop, page, browser }) => {
  const shop = await openShop({ demo: false })
  const staff = await Staff.at(shop, browser)
  const name = `${'Wasabi'.repeat(15)} Crisps With A Name That Goes On And On`
  const { id } = await staff.addProduct({
    name,
    slug: 'long',
    description: 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(8),
    price: 123456.78,
  })
  for (const path of [`/product/${id}`, '/products']) {
    await page.goto(shop.url + path)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const [content, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(content).toBeLessThanOrEqual(window ?? 0)
    await expectAccessible(page)
  }
})
