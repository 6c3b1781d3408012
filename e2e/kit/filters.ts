import type { Locator, Page } from '@playwright/test'

/** Where the filters are: beside the grid, or on a phone in a sheet that has to be opened. */
export async function openFilters(page: Page): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: 'Filters' })
  // The page may have been sent as a shell that the browser renders.
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (await panel.isVisible()) return panel
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

export async function closeFilters(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  if (await sheet.isVisible()) await sheet.getByRole('button', { name: 'Close' }).click()
}
