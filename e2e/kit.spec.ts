import { expectAccessible, expectNoSidewaysScroll } from './kit/axe'
import { expect, test } from './kit/test'

type Session = { user: { email: string; is_admin: boolean } | null }

test('a visitor sees the demo shop', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rare Snacks.')
  const session: Session = await (await page.request.get('/api/session')).json()
  expect(session.user).toBeNull()
})

// A page without scripts: those of the shop would fail when a test replaces the document.
const NO_SCRIPTS = '/robots.txt'

test('expectAccessible tells a good page from a bad one', async ({ page }) => {
  await page.goto(NO_SCRIPTS)
  const show = (body: string) => page.setContent(`<html lang="en"><title>Snacks</title><main>${body}</main>`)
  await show('<h1>Snacks</h1><button>Add to Cart</button>')
  await expectAccessible(page)
  await show('<h1>Snacks</h1><button></button>')
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
})

test('expectNoSidewaysScroll tells a page that fits from one that does not', async ({ page }) => {
  await page.goto('/')
  await expectNoSidewaysScroll(page)
  await page.goto(NO_SCRIPTS)
  await page.setContent('<canvas width="3000"></canvas>')
  await expect(expectNoSidewaysScroll(page)).rejects.toThrow('how much wider')
})

test('adminPage belongs to an admin, customerPage to a customer', async ({
  adminPage,
  customerPage,
  customer,
  shop,
}) => {
  const admin: Session = await (await adminPage.request.get('/api/session')).json()
  expect(admin.user).toMatchObject({ email: shop.admin.email, is_admin: true })
  const shopper: Session = await (await customerPage.request.get('/api/session')).json()
  expect(shopper.user).toMatchObject({ email: customer.email, is_admin: false })
})

test('a shop of its own starts empty when asked to', async ({ openShop, page }) => {
  const shop = await openShop({ demo: false })
  const products: { total: number } = await (await page.request.get(`${shop.url}/api/products`)).json()
  expect(products.total).toBe(0)
})
