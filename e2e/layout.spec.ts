import { expectAccessible } from './kit/axe'
import { expect, test } from './kit/test'

const productLists = [
  ['All Products', '/products'],
  ['Drops', '/drops'],
  ['Chips', '/category/chips'],
  ['Drinks', '/category/drinks'],
  ['Cookies', '/category/cookies'],
  ['Chocolate', '/category/chocolate'],
  ['Candy', '/category/candy'],
  ['Mystery Box', '/category/mystery'],
] as const

test('header and footer lead everywhere', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/terms')
  const lists = {
    Main: [...productLists, ['About Us', '/about']],
    Shop: productLists,
    Company: [
      ['About Us', '/about'],
      ['Contact', '/contact'],
      ['FAQ', '/faq'],
    ],
    Account: [
      ['My Account', '/account'],
      ['Orders', '/orders'],
      ['Cart', '/cart'],
    ],
  }
  for (const [name, links] of Object.entries(lists)) {
    const found = page.getByRole('navigation', { name, exact: true }).getByRole('link')
    expect(await found.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual(
      links,
    )
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText(`© ${new Date().getUTCFullYear()} Snackdrop.`)).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

test('the menu of a small screen opens, gives the focus back, and leads on', { tag: '@wide' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/terms')
  const button = page.getByRole('button', { name: 'Menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await button.click()
  await expect(menu.getByRole('link')).toHaveCount(12)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'Chips' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/category\/chips$/)
})

test('Back closes the menu and the search and stays on the page', { tag: '@wide' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/terms')
  await page.goto('/faq')
  for (const name of ['Menu', 'Search']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/faq$/)
  }
  // Closed in another way, or left by a link, it is no step on the way back either.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Chips' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chips' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/terms$/)
})

test('the search opens with a key and finds while one types', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/terms')
  const search = page.getByRole('dialog', { name: 'Search' })
  // A page that is not hydrated yet has no key handlers.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeVisible({ timeout: 2000 })
  }).toPass()
  const field = search.getByRole('searchbox', { name: 'Search products' })
  await field.fill('zzzz')
  await expect(search.getByText('No products found', { exact: true })).toBeVisible()
  await field.fill('nori')
  await expect(search.getByRole('link', { name: /Hokkaido Nori Butter Crisps/ })).toHaveAttribute(
    'href',
    '/product/1',
  )
  await expect(search.getByRole('status')).toHaveText('1 product found')
  await expectAccessible(page)
  await field.press('ArrowDown')
  await expect(search.getByRole('link', { name: /Hokkaido Nori Butter Crisps/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(search).toBeHidden()
  await expect(page).toHaveURL(/\/products\?search=nori$/)
})

test('a toast is reached with F8 and swiped away to the right', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/product/1')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const toast = page
    .getByRole('listitem')
    .filter({ hasText: 'Added Hokkaido Nori Butter Crisps to your cart.' })
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused()

  async function swipe(by: number) {
    const box = await toast.boundingBox()
    if (!box) throw new Error('no toast')
    const [x, y] = [box.x + 30, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by / 2, y)
    await page.mouse.move(x + by, y)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast).toBeVisible()
  await swipe(60)
  await expect(toast).toBeHidden()
})

test('a page that breaks says so and leads home', { tag: '@wide' }, async ({ page }) => {
  await page.route('**/assets/faq.page-*.js', (route) => route.abort())
  await page.goto('/terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rare Snacks.')
})
