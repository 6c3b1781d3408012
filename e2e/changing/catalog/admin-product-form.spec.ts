import { expectAccessible } from '../../kit/axe'
import { newProduct, picture, toastOf, unique } from '../../kit/catalog'
import { expect, test } from '../../kit/test'

test.use({ changes: 'the catalogue' })
// Each of these walks through a whole screen, with axe at every stop.
test.describe.configure({ timeout: 90_000 })

test.describe('product form', () => {
  test('create with pictures, then edit', async ({ adminPage: page }) => {
    const name = unique('Form Fries')
    await page.goto('/admin/products/new')
    await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Product' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await expect(page.getByLabel('Slug')).toHaveValue(name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'))
    await page.getByLabel('Description').fill('Twice fried.')
    await page.getByLabel('Price').fill('7.5')
    await page.getByLabel('Category').selectOption({ label: 'Chips' })
    await page.getByLabel('Origin').fill('Belgium')
    await page.getByLabel('Rating (0-5)').fill('4.5')
    await page.getByLabel('Stock', { exact: true }).fill('12')
    await page.getByRole('switch', { name: 'Featured' }).click()

    await page.getByLabel('Product image').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await expect(page.getByText('Choose an image file.')).toBeVisible()
    await page
      .getByLabel('Product image')
      .setInputFiles([await picture(page, 900, 600), await picture(page, 800, 800)])
    await expect(page.getByRole('img', { name: 'Product preview' })).toBeVisible()
    await page.getByRole('button', { name: 'Crop image to square' }).click()
    const crop = page.getByRole('dialog', { name: 'Crop to square' })
    await expect(crop.getByRole('button', { name: 'Crop' })).toBeEnabled()
    await expectAccessible(page)
    await crop.getByRole('button', { name: 'Crop' }).click()
    await expect(crop).toBeHidden()
    await page.getByRole('button', { name: 'Move image 2 earlier' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save Product' }).click()
    // Two pictures are scaled meanwhile.
    await expect(page).toHaveURL(/\/admin\/products$/, { timeout: 30_000 })
    await expect(toastOf(page, 'Product created')).toContainText(`${name} has been created successfully.`)

    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeVisible()
    await expect(page.getByLabel('Price')).toHaveValue('7.50')
    await expect(page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove image', exact: true }).click()
    await page.getByLabel('Price').fill('8')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(toastOf(page, 'Product updated')).toContainText(`${name} has been updated successfully.`)

    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Duplicate ${name}` }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name} (copy)`)
    await expect(page.getByLabel('Description')).toHaveValue('Twice fried.')
  })

  test('pictures are dropped, pasted, dragged into order and cropped', { tag: '@wide' }, async ({
    adminPage: page,
  }) => {
    const { id, name } = await newProduct(page, unique('Pictured'))
    await page.goto(`/admin/products/${id}`)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
    /** Gives a picture to the page as a drop on the card or a paste would. */
    const give = (how: 'drop' | 'paste', width: number, height: number) =>
      page.evaluate(
        async ([event, w, h]) => {
          const canvas = new OffscreenCanvas(w, h)
          canvas.getContext('2d')?.fillRect(0, 0, w / 3, h)
          const all = new DataTransfer()
          all.items.add(new File([await canvas.convertToBlob()], `${w}.png`, { type: 'image/png' }))
          const card = document.querySelector('[aria-label="Product image"]')?.closest('div')
          if (event === 'paste') dispatchEvent(new ClipboardEvent('paste', { clipboardData: all }))
          else
            for (const type of ['dragover', 'drop'])
              card?.dispatchEvent(new DragEvent(type, { dataTransfer: all, bubbles: true, cancelable: true }))
        },
        [how, width, height] as const,
      )
    await give('drop', 300, 300)
    await expect(page.getByRole('img', { name: 'Product preview' })).toBeVisible()
    await give('paste', 400, 200)
    const order = page.getByRole('list', { name: 'Images in order' }).getByRole('listitem')
    await expect(order).toHaveCount(2)
    const widths = () =>
      order.getByRole('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth))
    await expect.poll(widths).toEqual([300, 400])
    await order.nth(1).dragTo(order.nth(0))
    await expect.poll(widths).toEqual([400, 300])

    await page.getByRole('button', { name: 'Crop image to square' }).click()
    const crop = page.getByRole('dialog', { name: 'Crop to square' })
    const part = crop.getByRole('group', { name: 'Part of the picture to keep' })
    const left = () => part.locator('img').evaluate((img) => Number.parseFloat(img.style.left))
    await expect.poll(left).toBe(-50)
    await part.hover()
    await page.mouse.down()
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await expect.poll(left).toBe(-100)
    await part.press('ArrowLeft')
    await expect.poll(left).toBe(-95)
    await crop.getByLabel('Zoom').fill('2')
    await crop.getByRole('button', { name: 'Crop' }).click()
    await expect.poll(widths).toEqual([100, 300])
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page).toHaveURL(/\/admin\/products$/, { timeout: 30_000 })
    const { images, image_url } = await (await page.request.get(`/api/admin/products/${id}`)).json()
    expect(images.map(({ width }: { width: number }) => width)).toEqual([100, 300])
    expect(image_url).toBe(images[0].url)
  })

  test('a failed picture abandons the save', { tag: '@wide' }, async ({ adminPage: page }) => {
    const { id } = await newProduct(page, unique('Fragile'))
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Product image').setInputFiles({
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not really a picture'),
    })
    await page.getByLabel('Price').fill('99')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(toastOf(page, 'Error saving product')).toBeVisible()
    const now = await (await page.request.get(`/api/admin/products/${id}`)).json()
    expect(now.price).toBe(4.5)
  })

  test('a taken slug stands beside its field', { tag: '@wide' }, async ({ adminPage: page }) => {
    const { id } = await newProduct(page, unique('Second'))
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Slug').fill('mystery-snack-box-hype-favorites')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(toastOf(page, 'Error saving product')).toBeVisible()
    await expect(page.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true')
  })

  test('two editors: show theirs, keep mine', { tag: '@wide' }, async ({ adminPage: page }) => {
    const { id, version } = await newProduct(page, unique('Shared Snack'))
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Origin').fill('Peru')
    await page.request.patch(`/api/admin/products/${id}`, { data: { price: 6, version } })
    await page.getByRole('button', { name: 'Update Product' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await expect(dialog.getByRole('row').filter({ hasText: 'Origin' })).toContainText('Peru')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Show theirs' }).click()
    await expect(page.getByLabel('Price')).toHaveValue('6.00')
    await expect(page.getByLabel('Origin')).toHaveValue('')

    await page.getByLabel('Origin').fill('Chile')
    await page.request.patch(`/api/admin/products/${id}`, { data: { price: 7, version: version + 1 } })
    await page.getByRole('button', { name: 'Update Product' }).click()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(toastOf(page, 'Product updated')).toBeVisible()
    const now = await (await page.request.get(`/api/admin/products/${id}`)).json()
    expect([now.origin, now.price]).toEqual(['Chile', 7])
  })

  test('unsaved work is not lost silently', { tag: '@wide' }, async ({ adminPage: page }) => {
    const { id } = await newProduct(page, unique('Unsaved'))
    await page.goto(`/admin/products/${id}`)
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
    await page.getByLabel('Origin').fill('Peru')
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to Products' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Origin')).toHaveValue('Peru')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Origin')).toHaveValue('')
    await page.getByLabel('Origin').fill('Peru')
    await page.getByRole('button', { name: 'Back to Products' }).click()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/\/admin\/products$/)
  })

  test('a logout asks about unsaved work before it ends the session', { tag: '@wide' }, async ({
    adminPage: page,
  }) => {
    await page.goto('/admin/products/new')
    await page.getByLabel('Name', { exact: true }).fill('Half a thought')
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a thought')
    expect((await page.request.get('/api/profile')).status()).toBe(200)
    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL('/account')
    await expect(toastOf(page, 'You have been logged out.')).toBeVisible()
    expect((await page.request.get('/api/profile')).status()).toBe(401)
  })
})

test('a session that ended takes no unsaved work with it', { tag: '@wide' }, async ({
  adminPage: page,
  shop,
}) => {
  await page.goto('/admin/categories/new')
  const name = unique('Late')
  await page.getByLabel('Category Name').fill(name)
  await page.context().clearCookies({ name: 'snackdrop_session' })
  // A list that refreshes itself may find out first; then the question is there already.
  const save = page.getByRole('button', { name: 'Save Category' })
  await save.click({ timeout: 5_000 }).catch(() => undefined)
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Category Name')).toHaveValue(name)
  const other = await page.context().newPage()
  await other.goto('/account')
  await other.getByLabel('Email').fill(shop.admin.email)
  await other.getByLabel('Password').fill(shop.admin.password)
  await other.getByRole('button', { name: 'Login' }).click()
  await expect(other).toHaveURL('/account/dashboard')
  await page.getByRole('button', { name: 'Save Category' }).click()
  await expect(toastOf(page, 'Category created')).toBeVisible()
  await expect(page).toHaveURL('/admin/categories')
})
