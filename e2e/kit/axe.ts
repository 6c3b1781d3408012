import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with the rule, the reason and the elements when axe finds anything on the page as it is now. */
export async function expectAccessible(page: Page) {
  // Half faded-in text has too little contrast; without motion there is no half.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A page that the browser draws is empty for a moment.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, target }) => `  ${target}  ${html}`).join('\n')}`,
  )
  expect(found, `axe on ${new URL(page.url()).pathname}`).toEqual([])
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content, 'width of the content').toBeLessThanOrEqual(window ?? 0)
}
