import type { Page } from '@playwright/test'
import type { Shop } from './shop'
import { expect } from './test'

/** Signs the page in at a shop of its own. */
export async function staff(page: Page, shop: Shop) {
  const answer = await page.context().request.post(`${shop.url}/api/session`, { data: shop.admin })
  expect(answer.ok()).toBe(true)
}

/** A notice stands on the screen and, for readers, in a live region beside it. */
export const notice = (page: Page, text: string) => page.getByText(text).first()

export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
