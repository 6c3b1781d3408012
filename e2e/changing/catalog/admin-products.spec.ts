import { expectAccessible, expectNoSidewaysScroll } from '../../kit/axe'
import { newProduct, toastOf, unique } from '../../kit/catalog'
import { expect, test } from '../../kit/test'

test.use({ changes: 'the catalogue' })
// Each of these walks through a whole screen, with axe at every stop.
test.describe.configure({ timeout: 90_000 })

test.describe('products', () => {
  test('list: columns, search in the address, empty state', async ({ adminPage: page }) => {
    await page.goto('/admin/products')
    await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Products' })
    for (const name of ['Image', 'Name', 'Category', 'Price', 'In Stock', 'Featured', 'Actions'])
      await expect(table.getByRole('columnheader', { name })).toBeAttached()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByPlaceholder('Search products...').fill('mystery')
    await expect(page).toHaveURL(/q=mystery/)
    await expect(page.getByRole('button', { name: 'Edit Mystery Snack Box - Hype Favorites' })).toBeVisible()
    await page.reload()
    await expect(page.getByPlaceholder('Search products...')).toHaveValue('mystery')
    await page.getByPlaceholder('Search products...').fill('nothing is called this')
    await expect(page.getByText('No products found')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Add your first product' }).click()
    await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible()
  })

  test('sort, filter and page', { tag: '@wide' }, async ({ adminPage: page }) => {
    await page.goto('/admin/products')
    await page.getByLabel('Sort by').selectOption('-price')
    await expect(page).toHaveURL(/sort=-price/)
    await page.getByLabel('Filter by category').selectOption('mystery')
    await expect(page).toHaveURL(/category=mystery/)
    await expect(page.getByRole('row').filter({ hasText: 'Mystery Snack Box' }).first()).toBeVisible()
    await page.getByLabel('Filter by stock').selectOption('out')
    await page.getByLabel('Filter by featured').selectOption('false')
    await page.getByLabel('Filter by popular').selectOption('true')
    await expect(page).toHaveURL(/popular=true/)
  })

  test('a failed load says why', { tag: '@wide' }, async ({ adminPage: page }) => {
    await page.route('**/api/admin/products?*', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({ detail: 'The shelf is locked.', code: 'invalid_input' }),
      }),
    )
    await page.goto('/admin/products')
    await expect(toastOf(page, 'Error fetching products')).toContainText('The shelf is locked.')
  })

  test('delete: the dialog, its pending state, the notices', { tag: '@wide' }, async ({
    adminPage: page,
  }) => {
    const { name } = await newProduct(page, unique('Doomed Chips'))
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' })
    await expect(dialog).toContainText(
      'Are you sure you want to delete this product? This action cannot be undone.',
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    await page.route('**/api/admin/products/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page, 'Error deleting product')).toContainText('An unknown error occurred')
    await page.unroute('**/api/admin/products/*')

    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/api/admin/products/*', async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
    go()
    await expect(toastOf(page, 'Product deleted')).toContainText('The product has been deleted successfully.')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No products found')).toBeVisible()
  })

  test('price and stock are edited in their cells', { tag: '@wide' }, async ({ adminPage: page }) => {
    const { name } = await newProduct(page, unique('Inline Curls'), { stock_quantity: 9 })
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Price of ${name}: $4.50. Edit` }).click()
    await page.getByRole('spinbutton', { name: `Price of ${name}` }).fill('5.25')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Price of ${name}: $5.25. Edit` })).toBeFocused()
    await page.getByRole('button', { name: `Stock of ${name}: 9 left. Edit` }).click()
    await page.getByRole('spinbutton', { name: `Stock of ${name}` }).fill('0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('No')
    await page.getByRole('button', { name: `Stock of ${name}: 0 left. Edit` }).click()
    await page.getByRole('spinbutton', { name: `Stock of ${name}` }).fill('3')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Stock of ${name}: 0 left. Edit` })).toBeFocused()
    // Leaving the field saves too, and the focus stays where it went.
    await page.getByRole('button', { name: `Stock of ${name}: 0 left. Edit` }).click()
    await page.getByRole('spinbutton', { name: `Stock of ${name}` }).fill('4')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: `Stock of ${name}: 4 left. Edit` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Stock of ${name}: 4 left. Edit` })).not.toBeFocused()
  })

  test('many at once, and taken back', async ({ adminPage: page }) => {
    const word = unique('Bulk')
    const one = await newProduct(page, `${word} One`)
    const two = await newProduct(page, `${word} Two`, { price: 9.99 })
    await page.goto(`/admin/products?q=${encodeURIComponent(word)}`)
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    async function pick(action: string) {
      for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await pick('Change price…')
    await page.getByLabel('Percent', { exact: true }).fill('10')
    await expect(page.getByText('$4.50 → $4.95')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(row(two.name)).toContainText('$10.99')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(two.name)).toContainText('$9.99')

    await pick('Change price…')
    await page.getByLabel('Direction').selectOption('Lower')
    await page.getByLabel('By', { exact: true }).selectOption('Amount ($)')
    await page.getByLabel('Amount', { exact: true }).fill('5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(toastOf(page, 'Error saving product')).toContainText('below zero')
    await page.getByLabel('Amount', { exact: true }).fill('0.51')
    await expect(page.getByText('$4.50 → $3.99')).toBeVisible()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(row(two.name)).toContainText('$9.48')

    await pick('Set category…')
    await page.getByLabel('New category').selectOption({ label: 'Candy' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(row(one.name)).toContainText('Candy')

    await pick('Set out of stock')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(row(one.name)).toContainText('No')
    await pick('Set in stock')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(row(one.name)).toContainText('Yes')
    await pick('Mark popular')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(toastOf(page, 'Products updated')).toContainText('2 products changed.')
    await page.getByLabel('Filter by popular').selectOption('Popular')
    await expect(page).toHaveURL(/popular=true/)
    await expect(row(two.name)).toBeVisible()

    for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    await expect(page.getByRole('dialog', { name: 'Confirm Deletion' })).toContainText('2 products')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page, 'Products deleted')).toBeVisible()
    await expect(page.getByText('No products found')).toBeVisible()
  })

  test('all that match are chosen, on every page', { tag: '@wide' }, async ({ adminPage: page }) => {
    const word = unique('Flood')
    const lines = Array.from(
      { length: 60 },
      (_, i) => `${word} ${i},${word.toLowerCase().replace(' ', '-')}-${i},Wet.,2.00`,
    )
    const file = ['name,slug,description,price', ...lines].join('\n')
    const imported = await page.request.post('/api/admin/products/import', {
      headers: { 'Content-Type': 'text/csv' },
      data: file,
    })
    expect(imported.ok(), await imported.text()).toBe(true)
    await page.goto(`/admin/products?q=${encodeURIComponent(word)}`)
    const rows = page.getByRole('row').filter({ hasText: word })
    await expect(rows).toHaveCount(50)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(rows).toHaveCount(10)
    await expect(page).toHaveURL(/after=/)
    await page.reload()
    await expect(rows).toHaveCount(10)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(rows).toHaveCount(50)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await expect(bar).toContainText('50 selected')
    await bar.getByRole('button', { name: 'Select all 60 products matching' }).click()
    await expect(bar).toContainText('60 selected')
    await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
    await bar.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('menuitem', { name: 'Feature', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('This changes 60 products.')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(toastOf(page, 'Products updated')).toContainText('60 products changed.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toastOf(page, 'Undone')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await bar.getByRole('button', { name: 'Select all 60 products matching' }).click()
    await bar.getByRole('button', { name: 'Delete selected' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No products found')).toBeVisible()
  })

  test('export, and import with a dry run', { tag: '@wide' }, async ({ adminPage: page }) => {
    const { id, name } = await newProduct(page, unique('Csv Crisps'))
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toBe('products.csv')
    const exported = await (
      await page.request.get(`/api/admin/products/export?search=${encodeURIComponent(name)}`)
    ).text()

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    const choose = (text: string) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose(exported)
    await expect(dialog.getByText('1 unchanged')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
    await choose(`id,price\n${id},abc\n`)
    await expect(dialog.getByText('1 line with errors')).toBeVisible()
    await expectAccessible(page)
    await choose('id,colour\n1,red\n')
    await expect(dialog.getByRole('alert')).toContainText('Column 2')
    await choose(`id,price\n${id},6.75\n`)
    await expect(dialog.getByRole('row').filter({ hasText: name })).toContainText('4.50 → 6.75')
    await dialog.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(toastOf(page, 'Products imported')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$6.75')
  })
})
