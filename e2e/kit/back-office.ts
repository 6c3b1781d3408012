import type { Page } from '@playwright/test'
import type { Shop } from './shop'
import { expect } from './test'

/** Signs the page in as the admin of the shop. */
export async function staff(page: Page, shop: Shop) {
  const response = await page.context().request.post(`${shop.url}/api/session`, { data: shop.admin })
  expect(response.ok()).toBe(true)
}

/** A toast. Its text is also in a live region for screen readers, so it is found twice. */
export const notice = (page: Page, text: string) => page.getByText(text).first()

export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
