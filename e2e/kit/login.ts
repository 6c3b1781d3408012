import type { Page } from '@playwright/test'

/** Fills the login that is open. */
export async function login(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Where the notices are. */
export const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ })
