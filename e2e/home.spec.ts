import { expectAccessible } from './kit/axe'
import { expect, test } from './kit/test'

test('home leads to the drops, the promoted product, the categories, the shop and the list', {
  tag: '@wide',
}, async ({ page }) => {
  await page.route('https://www.openstreetmap.org/export/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Melrose Avenue' }),
  )
  // The page loads the map's icon to see whether the map can be reached, and Playwright blocks requests for icons.
  await page.addInitScript(() => {
    class Loaded {
      onload = () => {}
      set src(_: string) {
        this.onload()
      }
    }
    globalThis.Image = Loaded as unknown as typeof Image
  })
  await page.goto('/')
  // What is below the first screen is laid out later; until then the root element has the class fresh.
  await expect(page.locator('.fresh')).toHaveCount(0)
  const main = page.getByRole('main')
  const section = (name: string) => main.getByRole('region', { name, exact: true })
  await expect(main.getByText('LIMITED DROPS', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Shop Latest Drops' })).toHaveAttribute('href', '/products')
  await expect(main.getByRole('link', { name: 'The Hype' })).toHaveAttribute('href', '/about')
  await expect(section('Hottest Drops').getByRole('article')).toHaveCount(8)
  await expect(section('Mystery Drop Box').getByRole('link').first()).toHaveAttribute('href', '/product/10')

  for (const name of ['Chips', 'Drinks', 'Candy', 'Chocolate', 'Cookies', 'The Vault'])
    await expect(section('Browse By Category').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      name === 'The Vault' ? '/products' : `/category/${name.toLowerCase()}`,
    )

  for (const name of ['Rare Chips', 'Exclusive Drinks', 'Hype Candy'])
    await expect(section(name).getByRole('article')).toHaveCount(4)
  const chips = section('Rare Chips')
  await chips.getByRole('button', { name: 'Show More' }).click()
  await expect(chips.getByRole('article')).toHaveCount(8)
  await chips.getByRole('button', { name: 'Show Less' }).click()
  await expect(chips.getByRole('article')).toHaveCount(4)

  const shop = section('Delivery & Pickup')
  await shop.scrollIntoViewIfNeeded()
  await expect(
    shop.frameLocator('iframe[title="Map of the shop on Melrose Avenue"]').getByText('Melrose Avenue'),
  ).toBeVisible()
  await section('Join The Inner Circle').getByRole('link', { name: 'Get Early Access' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('home of a shop without products, on a machine without the map', { tag: '@wide' }, async ({
  openShop,
  page,
}) => {
  const shop = await openShop({ demo: false, admin: false })
  await page.goto(shop.url)
  await expect(page.getByText('No featured products found')).toBeVisible()
  await expect(page.getByText('Check back soon for new featured drops!')).toBeVisible()
  await expect(page.getByText('No products found in this category')).toHaveCount(3)
  const picture = page.getByRole('img', { name: /^Map: the shop stands on/ })
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toBeVisible()
  await expectAccessible(page)
})

test('the plain skyline has roofs and no palm trees above them', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  const top = await page.locator('img[src*="/skyline-"]').evaluate(async ({ src }: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const topRow = async (url: string) => {
      const image = new Image(1600, 200)
      image.src = url
      await image.decode()
      if (!context) return -1
      Object.assign(context.canvas, { width: 1600, height: 200 })
      context.drawImage(image, 0, 0, 1600, 200)
      const pixels = context.getImageData(0, 0, 1600, 200).data
      return Math.floor(pixels.findIndex((value, i) => i % 4 === 3 && value > 0) / 4 / 1600)
    }
    return { palms: await topRow(src), plain: await topRow(`${src}#plain`) }
  })
  // The highest roof begins at 96.
  expect(top.plain).toBeGreaterThanOrEqual(95)
  expect(top.palms).toBeLessThan(90)
})

test('each sentence of the headline is one line on a wide screen', { tag: '@wide' }, async ({ page }) => {
  for (const width of [1440, 1680, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const lines = page.getByRole('heading', { level: 1 }).locator('span')
    await page.evaluate(() => document.fonts.ready)
    const heights = await lines.evaluateAll((all) =>
      all.map(
        (line) => line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight),
      ),
    )
    expect(heights.map(Math.round), `lines at ${width} px`).toEqual([1, 1, 1])
  }
})
