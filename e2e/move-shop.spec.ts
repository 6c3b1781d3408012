import type { Page } from '@playwright/test'
import { openCheckout } from './kit/checkout'
import { placeOrder } from './kit/order'
import { Staff } from './kit/staff'
import { expect, test } from './kit/test'

const OLD = /Snackdrop|Melrose|Los Angeles|90046/i

/** The page shows `text`, and neither what can be seen of it nor its head says the old name or place. */
async function expectMoved(page: Page, text: string) {
  await expect(page.locator('body')).toContainText(text)
  await expect(page.locator('body')).not.toContainText(OLD, { useInnerText: true })
  const head = await page
    .locator('title, meta[content], script[type="application/ld+json"]')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('content') ?? node.textContent))
  expect(head.join('\n')).not.toMatch(OLD)
}

test('a shop that is renamed and moves says so everywhere', { tag: '@wide' }, async ({
  openShop,
  browser,
  newVisitor,
  page,
}) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await staff.saveSettings({
    site_name: 'Crunch Club',
    store_street: '12 Pine Street',
    store_city: 'Portland',
    store_state: 'OR',
    store_zip: '97201',
    store_street_name: 'Pine Street',
    store_street_short: 'Pine',
    store_email: 'hello@crunch.test',
  })

  const texts: [string, string][] = [
    ['/faq', 'Portland'],
    ['/terms', 'Crunch Club'],
    ['/privacy', 'Crunch Club'],
  ]
  for (const [path, text] of texts) {
    // The texts are part of the HTML that the server renders.
    const main = async () => (await (await page.request.get(shop.url + path)).text()).split('<main')[1] ?? ''
    await expect.poll(main, { message: `${path} is rendered` }).toContain(text)
    await page.goto(shop.url + path)
    await expectMoved(page, text)
    await expect(page.getByRole('main')).not.toContainText('California')
  }

  await openCheckout(page, shop.url)
  await page.getByRole('radio', { name: /Pickup in Portland/ }).check()
  await expectMoved(page, '12 Pine Street')

  const { number } = await placeOrder(page.request, shop.url, { email: 'maya@example.com', name: 'Maya' })
  const office = await newVisitor()
  await office.request.post(`${shop.url}/api/session`, { data: shop.admin })
  const orderPage = await office.newPage()
  await orderPage.addInitScript(() => {
    window.print = () => undefined
  })
  await orderPage.goto(`${shop.url}/admin/orders/${number}`)
  for (const sheet of ['Packing slip', 'Pickup label']) {
    await orderPage.emulateMedia({ media: 'screen' })
    await orderPage.getByRole('button', { name: sheet }).click()
    await orderPage.emulateMedia({ media: 'print' })
    await expect(orderPage.getByRole('article', { name: sheet })).toContainText(number)
    await expectMoved(orderPage, 'Crunch Club')
    await orderPage.evaluate(() => dispatchEvent(new Event('afterprint')))
  }
})

test('a shop of other goods has its own words in the search, in an empty category and after a message', {
  tag: '@wide',
}, async ({ openShop, browser, page }) => {
  const shop = await openShop()
  const staff = await Staff.at(shop, browser)
  await staff.saveSettings({
    search_example: 'Novels, maps…',
    search_example_short: 'Maps…',
    category_empty_text: 'We print again in spring.',
    contact_sent_text: 'Thank you, we read it on Mondays.',
    menu_categories: 'atlases | Atlases',
  })
  await staff.addCategory({ name: 'Atlases', slug: 'atlases' })

  await page.goto(`${shop.url}/products`)
  await expect(page.getByRole('main').getByLabel('Search products')).toHaveAttribute('placeholder', 'Maps…')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Search products')).toHaveAttribute(
    'placeholder',
    'Novels, maps…',
  )
  await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Categories' })).toContainText(
    'Atlases',
  )

  await page.goto(`${shop.url}/category/atlases`)
  await expect(page.getByText('We print again in spring.')).toBeVisible()

  await page.goto(`${shop.url}/contact`)
  await page.getByLabel('Name').fill('Maya')
  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByLabel('Subject').fill('Maps')
  await page.getByLabel('Message').fill('Do you have one of the coast?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Thank you, we read it on Mondays.')).toBeVisible()
})

test('the header of a shop with a longer name fits a phone', async ({ openShop, browser, page }) => {
  const shop = await openShop()
  await (await Staff.at(shop, browser)).saveSettings({ site_name: 'Harbor Books & Maps' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.url}/faq`)
  await expect(page.getByRole('banner').getByText('Harbor Books & Maps')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
