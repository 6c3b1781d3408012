import type { Page } from '@playwright/test'

/** Leaves one of each product in this browser's cart, as it lies there after some shopping. */
export async function fillCart(page: Page, products: number[], shop = '') {
  const lines = await Promise.all(
    products.map(async (id) => {
      const { name, price, image_url } = await (await page.request.get(`${shop}/api/products/${id}`)).json()
      return { product_id: id, quantity: 1, name, price, image_url }
    }),
  )
  // The shop's plainest page: no script runs there that has a cart of its own.
  await page.goto(`${shop}/healthz`)
  await page.evaluate((cart) => localStorage.setItem('snackdrop.cart', cart), JSON.stringify(lines))
}
