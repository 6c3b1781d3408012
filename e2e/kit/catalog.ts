import { expect, type Page } from '@playwright/test'

// Not by role: behind an open dialog the notices are spoken, but left out of the tree.
export const toastOf = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^=Notifications] li').filter({ hasText: text })

/** A product of its own for a test, so that tests can change it side by side. */
export async function newProduct(page: Page, name: string, more: object = {}) {
  const response = await page.request.post('/api/admin/products', {
    data: {
      name,
      slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      description: 'Crunchy.',
      price: 4.5,
      ...more,
    },
  })
  expect(response.status()).toBe(200)
  return (await response.json()) as { id: number; version: number; name: string }
}

export const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`

/** A square picture that every decoder reads. */
export async function picture(page: Page, width: number, height: number) {
  const data = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w as number
      canvas.height = h as number
      const context = canvas.getContext('2d')
      if (context) {
        context.fillStyle = '#8b5cf6'
        context.fillRect(0, 0, canvas.width, canvas.height)
      }
      return canvas.toDataURL('image/png').split(',')[1]
    },
    [width, height],
  )
  return { name: 'pack.png', mimeType: 'image/png', buffer: Buffer.from(data ?? '', 'base64') }
}
