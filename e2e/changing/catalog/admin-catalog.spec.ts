import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../kit/axe'
import { newProduct, picture, toastOf, unique } from '../../kit/catalog'
import type { Shop } from '../../kit/shop'
import { expect, test } from '../../kit/test'

test.use({ changes: 'the catalogue' })
// Each of these walks through a whole screen, with axe at every stop.
test.describe.configure({ timeout: 90_000 })

test.describe('who may enter', () => {
  test('a visitor is sent to the login with a notice', { tag: '@wide' }, async ({ page }) => {
    await page.goto('/admin/products')
    await expect(page).toHaveURL(/\/account$/)
    await expect(toastOf(page, 'Authentication required')).toContainText(
      'Please log in to access the admin area',
    )
  })

  test('a customer is denied', { tag: '@wide' }, async ({ customerPage: page }) => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText("You don't have permission to access the admin area.")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Return to Homepage' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('an admin sees the area, its tabs by path, and leaves by Logout', async ({ adminPage: page }) => {
    await page.goto('/admin/categories')
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    const tabs = page.getByRole('tablist', { name: 'Admin' }).getByRole('tab')
    await expect(tabs).toHaveText([
      'Dashboard',
      'Products',
      'Categories',
      'Orders',
      'Settings',
      'Customers',
      'Subscribers',
      'Promotions',
      'Drops',
      'Audit log',
      'Health',
    ])
    await expect(page.getByRole('tab', { name: 'Categories' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Products' }).click()
    await expect(page).toHaveURL(/\/admin\/products$/)
    await expect(page.getByRole('button', { name: 'View Site' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Customer Account' })).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await expect(toastOf(page, 'You have been logged out.')).toBeVisible()
  })

  test('while nobody knows who it is, it says so', { tag: '@wide' }, async ({ adminPage: page }) => {
    let respond = () => {}
    const held = new Promise<void>((resolve) => {
      respond = resolve
    })
    await page.route('**/api/session', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/admin')
    await expect(page.getByText('Loading admin dashboard...')).toBeVisible()
    respond()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  })
})

test.describe('categories', () => {
  test('list, disabled delete, create, edit, delete', async ({ adminPage: page }) => {
    const name = unique('Crackers')
    /** Searches, and waits until the rows above are gone: a click that the row moves away from would be lost. */
    async function find(text: string) {
      await page.getByPlaceholder('Search categories...').fill(text)
      await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(1)
    }
    await page.goto('/admin/categories')
    const table = page.getByRole('table', { name: 'Categories' })
    for (const column of ['Name', 'Slug', 'Description', 'Products', 'Actions'])
      await expect(table.getByRole('columnheader', { name: column })).toBeAttached()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const blocked = page.getByRole('button', { name: 'Delete Chips' })
    await expect(blocked).toBeDisabled()
    await blocked.locator('..').focus()
    await expect(page.getByRole('tooltip')).toHaveText('Cannot delete category with products')

    await page.getByRole('button', { name: 'Add Category' }).click()
    await expect(page.getByRole('heading', { name: 'Add New Category' })).toBeVisible()
    await page.getByRole('button', { name: 'Save Category' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await page.getByLabel('Category Name').fill(name)
    await expect(page.getByLabel('Slug')).toHaveValue(name.toLowerCase().replace(' ', '-'))
    await page.getByLabel('Category image').setInputFiles(await picture(page, 800, 800))
    await expect(page.getByRole('radio', { name: 'Box' })).toBeChecked()
    await page.getByRole('radio', { name: 'Cookie' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Book' })).toBeChecked()
    await page.getByLabel('Color of the sign', { exact: true }).fill('#12AB34')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Category' }).click()
    // The first picture starts the encoder, which takes seconds on a busy machine.
    await expect(toastOf(page, 'Category created')).toContainText(`${name} has been created successfully.`, {
      timeout: 30_000,
    })
    await expect(page).toHaveURL(/\/admin\/categories$/)

    await find(name.toUpperCase())
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('-')
    await expect(page.getByRole('row').filter({ hasText: name }).locator('use[href$="#book"]')).toBeVisible()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await expect(page.getByRole('heading', { name: 'Edit Category' })).toBeVisible()
    await page.getByLabel('Description').fill('Thin and salty.')
    await page.getByRole('button', { name: 'Update Category' }).click()
    await expect(toastOf(page, 'Category updated')).toContainText(`${name} has been updated successfully.`)

    await page.goto(`/category/${name.toLowerCase().replace(' ', '-')}`)
    const sign = page.locator('svg:has(use[href$="#book"])')
    await expect(sign).toHaveCSS('color', 'rgb(18, 171, 52)')
    // The drawing comes from a file of its own.
    await expect
      .poll(() => sign.evaluate((svg: SVGGraphicsElement) => svg.getBBox().width))
      .toBeGreaterThan(80)

    await page.goto('/admin/categories')
    await find('thin and SALTY')
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Deletion' })
    await expect(dialog).toContainText(
      'Are you sure you want to delete this category? This action cannot be undone.',
    )
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page, 'Category deleted')).toContainText(
      'The category has been deleted successfully.',
    )
    await expect(page.getByText('No categories found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add your first category' })).toBeVisible()
  })

  test('refusals say why', { tag: '@wide' }, async ({ adminPage: page }) => {
    await page.goto('/admin/categories/new')
    await page.getByLabel('Category Name').fill('Chips')
    await page.getByRole('button', { name: 'Save Category' }).click()
    await expect(toastOf(page, 'Error saving category')).toContainText('This slug is already taken.')
    await page.route('**/api/admin/categories', (route) => route.abort())
    await page.getByLabel('Slug').fill('chips-too')
    await page.getByRole('button', { name: 'Save Category' }).click()
    await expect(toastOf(page, 'Error saving category')).toContainText('An unknown error occurred')

    await page.unroute('**/api/admin/categories')
    const name = unique('Stubborn')
    const slug = name.toLowerCase().replace(' ', '-')
    const made = await page.request.post('/api/admin/categories', { data: { name, slug } })
    const { id } = await made.json()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.goto('/admin/categories')
    await page.route(`**/api/admin/categories/${id}`, (route) => route.abort())
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const sure = page
      .getByRole('dialog', { name: 'Confirm Deletion' })
      .getByRole('button', { name: 'Delete' })
    await sure.click()
    await expect(toastOf(page, 'Error deleting category')).toContainText('An unknown error occurred')
    await page.unroute(`**/api/admin/categories/${id}`)
    // A product came into it meanwhile.
    await newProduct(page, unique('Late Guest'), { category_id: id })
    await sure.click()
    await expect(toastOf(page, 'Error deleting category')).toContainText(
      'Cannot delete category with products',
    )
  })
})

test.describe('settings', () => {
  /** Opens the settings of a shop as its admin. */
  async function openSettings(shop: Shop, context: BrowserContext) {
    await context.request.post(`${shop.url}/api/session`, { data: shop.admin })
    const page = await context.newPage()
    await page.goto(`${shop.url}/admin/settings`)
    const saved = async () => (await context.request.get(`${shop.url}/api/admin/settings`)).json()
    return { page, tabs: page.getByRole('tablist', { name: 'Settings' }), saved }
  }

  test('every tab fits and is accessible', async ({ adminPage: page }) => {
    await page.goto('/admin/settings')
    const tabs = page.getByRole('tablist', { name: 'Settings' })
    for (const name of [
      'General',
      'Branding',
      'Shipping',
      'Customers',
      'Payments',
      'Orders',
      'Integrations',
      'Store',
      'Home page',
      'Texts',
    ]) {
      await tabs.getByRole('tab', { name }).click()
      await expect(page.getByRole('button', { name: 'Save Settings' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })

  test('one save for all tabs, errors beside their fields', async ({ openShop, newVisitor }) => {
    const { page, tabs, saved } = await openSettings(await openShop(), await newVisitor())
    await tabs.getByRole('tab', { name: 'General' }).click()
    await expect(page.getByLabel('Site name')).toHaveValue('Snackdrop')
    await page.getByLabel('Site name').fill('Crunch Club')
    await tabs.getByRole('tab', { name: 'Shipping' }).click()
    await expect(page.getByLabel('Free shipping threshold')).toHaveAttribute('placeholder', '50.00')
    await page.getByLabel('Shipping fee').fill('-4')
    await tabs.getByRole('tab', { name: 'Orders' }).click()
    await page.getByRole('switch', { name: 'Notify: on-hold' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page, 'Error saving settings')).toBeVisible()
    await expect(tabs.getByRole('tab', { name: 'Shipping' })).toContainText('needs another look')
    await expect(page.getByLabel('Shipping fee')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Shipping fee')).toBeFocused()
    await page.getByLabel('Shipping fee').fill('6.49')
    await tabs.getByRole('tab', { name: 'Integrations' }).click()
    await page.getByLabel('Stripe secret key').fill('sk_test_123')
    await tabs.getByRole('tab', { name: 'Store' }).click()
    await expect(page.getByLabel('Store state')).toHaveValue('CA')
    await page.getByLabel('Store state').selectOption('Oregon')
    await tabs.getByRole('tab', { name: 'Home page' }).click()
    await expect(page.getByText('Now: Mystery Snack Box - Hype Favorites.')).toBeVisible()
    await page.getByLabel('Menu categories').fill('chips | Crisps\ncandy | Sweets')
    await tabs.getByRole('tab', { name: 'Integrations' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page, 'Settings updated')).toContainText(
      'Site settings have been updated successfully.',
    )
    await expect(page.getByLabel('Stripe secret key')).toHaveValue('')
    await expect(page.getByText('A value is set. Type a new one to replace it.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Stripe secret key')).toHaveValue('')
    const first = await saved()
    expect(first.settings).toMatchObject({
      site_name: 'Crunch Club',
      shipping_fee: '6.49',
      'notify_on-hold': 'disabled',
      store_state: 'OR',
      menu_categories: 'chips | Crisps\ncandy | Sweets',
    })
    expect(first.secrets_set).toEqual(['stripe_secret_key'])

    await page.getByRole('button', { name: 'Clear' }).click()
    await tabs.getByRole('tab', { name: 'Payments' }).click()
    await page.getByLabel('California sales tax').fill('9.5')
    await page.getByRole('button', { name: 'Remove Alaska' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page, 'Settings updated')).toBeVisible()
    const after = await saved()
    expect(after.secrets_set).toEqual([])
    expect(after.tax_rates).toContainEqual({ state: 'CA', rate: '9.5' })
    expect(after.tax_rates).not.toContainEqual(expect.objectContaining({ state: 'AK' }))
  })

  test('pictures and colors, and a logo that cannot be stored', { tag: '@wide' }, async ({
    openShop,
    newVisitor,
  }) => {
    const shop = await openShop()
    const { page, tabs, saved } = await openSettings(shop, await newVisitor())
    // A logo that cannot be stored abandons the whole save.
    await tabs.getByRole('tab', { name: 'Branding' }).click()
    await expect(page.getByText('Contrast 4.6 : 1, easy to read')).toBeVisible()
    await page.getByLabel('Pick the secondary one').fill('#00ffaa')
    await expect(page.getByLabel('Secondary color')).toHaveValue('#00ffaa')
    await expect(page.getByText('Contrast 14.6 : 1, easy to read')).toBeVisible()
    await page.getByLabel('Primary color').fill('#112233')
    await page.getByRole('group', { name: 'FAQ sign' }).getByRole('radio', { name: 'Book' }).check()
    await page.getByLabel('Site logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page, 'Error saving settings')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Settings' })).toBeEnabled()
    await expect(page.getByLabel('Site logo')).toHaveAttribute('aria-invalid', 'true')
    await expect(tabs.getByRole('tab', { name: 'Branding' })).toContainText('needs another look')
    const kept = await saved()
    expect(kept.settings.primary_color).toBe('#8B5CF6')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Site logo').setInputFiles(await picture(page, 400, 200))
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page, 'Settings updated')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Logo of Snackdrop' })).toBeVisible()

    // A picture of the surroundings is shown in the size that shoppers need.
    await tabs.getByRole('tab', { name: 'Store' }).click()
    await page.getByLabel('Store street', { exact: true }).fill('12 Pier Rd')
    await page.getByLabel('Store map image').setInputFiles(await picture(page, 1400, 1000))
    await tabs.getByRole('tab', { name: 'Home page' }).click()
    await page.getByLabel('Promo image').setInputFiles(await picture(page, 840, 760))
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toastOf(page, 'Settings updated')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Promo image preview' })).toHaveAttribute(
      'src',
      /^\/site-assets\/promo-[0-9a-f-]+-\d+\.webp$/,
    )
    await tabs.getByRole('tab', { name: 'Store' }).click()
    await expect(page.getByRole('img', { name: 'Store map image preview' })).toHaveAttribute(
      'src',
      /^\/site-assets\/map-[0-9a-f-]+-1200\.webp$/,
    )
    await page.goto(shop.url)
    const map = page.getByRole('img', { name: 'Map: the shop at 12 Pier Rd, Los Angeles' })
    await map.scrollIntoViewIfNeeded()
    await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)

    // The icon of the tab is made of the logo.
    const icon = (await page.locator('link[rel=icon]').getAttribute('href')) ?? ''
    expect(icon).toMatch(/^\/icon-192\.png\?v=/)
    const made = await page.request.get(shop.url + icon)
    const builtIn = await readFile('web/public/icon-192.png')
    expect([made.status(), made.headers()['content-type']]).toEqual([200, 'image/png'])
    expect((await made.body()).equals(builtIn)).toBe(false)

    // The colours of the first HTML win over those of the style sheet.
    await page.goto(`${shop.url}/about`)
    const primary = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
    expect((await primary()).trim()).toBe('#112233')
  })
})

test('the audit log shows who changed what', async ({ adminPage: page, shop }) => {
  const { id, version, name } = await newProduct(page, unique('Logged'))
  await page.request.patch(`/api/admin/products/${id}`, { data: { price: 6.25, version } })
  await page.goto(`/admin/audit?id=${id}&what=product`)
  const row = page.getByRole('row').filter({ hasText: '6.25' })
  await expect(row).toContainText(shop.admin.email)
  await expect(row).toContainText('4.50 → 6.25')
  await expect(row).toContainText(name)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Action', { exact: true }).selectOption('delete')
  await expect(page.getByText('No changes found')).toBeVisible()
})

test.describe('keyboard', () => {
  test('palette, shortcuts and the help sheet', { tag: '@wide' }, async ({ adminPage: page }) => {
    await page.goto('/admin/categories')
    await expect(page.getByRole('table', { name: 'Categories' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\/admin\/products$/)
    await expect(page.getByPlaceholder('Search products...')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByPlaceholder('Search products...')).toBeFocused()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    await palette.getByRole('combobox').fill('mystery snack')
    await expect(palette.getByRole('option', { name: /Mystery Snack Box - Hype/ })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/products\/10$/)
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('ORD-001')
    await expect(palette.getByRole('option', { name: /ORD-001/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/admin\/settings$/)
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/\/admin\/products\/new$/)
  })
})
