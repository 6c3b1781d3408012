import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe'
import { closeFilters, openFilters } from './kit/filters'
import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article')
const count = (page: Page, text: string | RegExp) =>
  page.locator('main, [role=dialog]').getByRole('status').filter({ hasText: text })

test.describe('All Products', () => {
  test('shows everything by name and loads on as the shopper scrolls', async ({ page }) => {
    await page.goto('/products')
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
    await expect(count(page, '47 products')).toBeVisible()
    await expect(cards(page)).toHaveCount(24)
    const names = await cards(page).getByRole('heading').allTextContents()
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(47)
    await expect(page.getByRole('link', { name: 'Load more' })).toBeHidden()
  })

  test('keeps the place when the shopper comes back from a product', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(47)
    const card = cards(page).nth(40)
    await card.scrollIntoViewIfNeeded()
    const name = (await card.getByRole('heading').textContent()) ?? ''
    await card.getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveCount(47)
    await expect(cards(page).nth(40)).toBeInViewport()
  })

  test('filters by words in name or description; back, reload and a shared link keep them', async ({
    page,
    newVisitor,
  }) => {
    await page.goto('/products')
    const filters = await openFilters(page)
    await filters.getByLabel('Search products').fill('NORI')
    await expect(count(page, /^1 product for/)).toHaveCount(1)
    await expect(page).toHaveURL(/search=NORI/)
    await closeFilters(page)
    await expect(cards(page)).toHaveCount(1)
    await page.reload()
    await expect(cards(page)).toHaveCount(1)
    await cards(page).getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/product\/1$/)
    await page.goBack()
    await expect(cards(page)).toHaveCount(1)
    const friend = await (await newVisitor()).newPage()
    await friend.goto(page.url())
    await expect(cards(friend)).toHaveCount(1)
    await expect((await openFilters(friend)).getByLabel('Search products')).toHaveValue('NORI')
  })

  test('filters by category, any of those chosen', async ({ page }) => {
    await page.goto('/products')
    const filters = await openFilters(page)
    for (const name of ['Candy', 'Chips', 'Chocolate', 'Cookies', 'Drinks', 'Mystery Box']) {
      await expect(filters.getByRole('checkbox', { name, exact: true })).toBeVisible()
    }
    await filters.getByRole('checkbox', { name: 'Mystery Box' }).check()
    await expect(count(page, '4 products')).toHaveCount(1)
    await filters.getByRole('checkbox', { name: 'Cookies' }).check()
    await expect(count(page, '10 products')).toHaveCount(1)
    await expectAccessible(page)
    await closeFilters(page)
    await page.goBack()
    await expect(count(page, '4 products')).toHaveCount(1)
    const again = await openFilters(page)
    await expect(again.getByRole('checkbox', { name: 'Cookies' })).not.toBeChecked()
    await again.getByRole('button', { name: 'Reset Filters' }).click()
    await expect(count(page, '47 products')).toHaveCount(1)
    await expect(page).toHaveURL(/\/products$/)
  })

  test('filters by price, both ends included', { tag: '@wide' }, async ({ page }) => {
    await page.goto('/products')
    const filters = await openFilters(page)
    const lowest = filters.getByRole('slider', { name: 'Minimum price' })
    const highest = filters.getByRole('slider', { name: 'Maximum price' })
    await expect(lowest).toHaveValue('0')
    await expect(highest).toHaveValue('35')
    await expect(highest).toHaveAttribute('max', '35')
    await lowest.focus()
    await page.keyboard.press('PageUp')
    for (let i = 0; i < 25; i++) await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/min_price=\d+/)
    await lowest.fill('34')
    await lowest.blur()
    await expect(page).toHaveURL(/min_price=34/)
    await expect(count(page, /^1 product$/)).toHaveCount(1)
    await lowest.fill('0')
    await highest.fill('5')
    await highest.blur()
    await expect(page).toHaveURL(/max_price=5/)
    await closeFilters(page)
    await expect(async () => {
      const prices = await cards(page).getByText(/^\$/).allTextContents()
      expect(prices).not.toHaveLength(0)
      for (const price of prices) expect(Number(price.slice(1))).toBeLessThanOrEqual(5)
    }).toPass({ timeout: 10_000 })
  })

  test('a dearer product widens the slider; a cheaper one never narrows it', { tag: '@wide' }, async ({
    openShop,
    page,
    browser,
  }) => {
    const shop = await openShop()
    const staff = await Staff.at(shop, browser)
    await page.goto(`${shop.url}/products`)
    const highest = (await openFilters(page)).getByRole('slider', { name: 'Maximum price' })
    await expect(highest).toHaveAttribute('max', '35')
    await staff.change(1, { price: 88.5 })
    await expect(highest).toHaveAttribute('max', '89')
    await expect(highest).toHaveValue('89')
    await staff.change(1, { price: 6.5 })
    await closeFilters(page)
    await expect(page.getByText('$88.50')).toBeHidden()
    await expect((await openFilters(page)).getByRole('slider', { name: 'Maximum price' })).toHaveAttribute(
      'max',
      '89',
    )
  })

  test('says when nothing matches', { tag: '@wide' }, async ({ page }) => {
    await page.goto('/products?search=zzzz')
    await expect(page.getByText('No products found', { exact: true })).toBeVisible()
    await expect(page.getByText('Try adjusting your filters or search term.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show all products' }).click()
    await expect(cards(page)).toHaveCount(24)
  })

  test('a reset forgets what was typed but not yet searched', { tag: '@wide' }, async ({ page }) => {
    await page.goto('/products?category=drinks')
    const filters = await openFilters(page)
    await filters.getByLabel('Search products').pressSequentially('yuz')
    await filters.getByRole('button', { name: 'Reset Filters' }).click()
    await expect(filters.getByLabel('Search products')).toHaveValue('')
    await expect(count(page, '47 products')).toHaveCount(1)
    await expect(page).toHaveURL(/\/products$/)
  })
})

test('without a connection what was loaded stays, a quiet line appears, and it goes on afterwards', {
  tag: '@wide',
}, async ({ page, context }) => {
  await page.goto('/products')
  await expect(cards(page)).toHaveCount(24)
  // The browser fires online and offline events on a change; on a machine without a network there are none.
  const tell = (type: string) => page.evaluate((news) => dispatchEvent(new Event(news)), type)
  await context.setOffline(true)
  await tell('offline')
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await expect(cards(page)).toHaveCount(24)
  await expectAccessible(page)
  await context.setOffline(false)
  await tell('online')
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('when the shop fails for good, the list reads as empty and can be asked again', {
  tag: '@wide',
}, async ({ page }) => {
  test.setTimeout(60_000)
  let broken = true
  await page.route('**/api/products?*', (route) =>
    broken ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  )
  // Before the page is hydrated a link loads the next page from the server, with its products in it.
  await page.addInitScript(() =>
    addEventListener('hydrated', () => {
      document.documentElement.dataset.hydrated = ''
    }),
  )
  await page.goto('/about')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await page.getByRole('link', { name: 'Shop Latest Drops' }).click()
  await expect(page.getByText('The shop is slow to answer. Trying again…')).toBeVisible()
  await expect(page.getByText('No products found', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(24)
})

test('a category shows its name, its text and its products by name', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/category/drinks')
  await expect(page.getByRole('heading', { level: 1, name: 'Drinks' })).toBeVisible()
  await expect(page.getByText('Cold, loud and hard to find.')).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
  const names = await cards(page).getByRole('heading').allTextContents()
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  await expectAccessible(page)
})

test('an empty category is being restocked; a missing one is not found', { tag: '@wide' }, async ({
  openShop,
  page,
  browser,
}) => {
  const shop = await openShop({ demo: false })
  const staff = await Staff.at(shop, browser)
  await staff.addCategory({ name: 'Gum', slug: 'gum' })
  await page.goto(`${shop.url}/category/gum`)
  await expect(page.getByText("We're currently restocking this category.")).toBeVisible()
  await expectAccessible(page)
  const response = await page.goto(`${shop.url}/category/nowhere`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Category Not Found' })).toBeVisible()
  await expect(
    page.getByText("The category you're looking for doesn't exist or has no products."),
  ).toBeVisible()
  await expectAccessible(page)
})
