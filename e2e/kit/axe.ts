import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with the rule, the reason and the elements when axe finds anything on the page as it is now. */
export async function expectAccessible(page: Page) {
  // A page that the browser draws is empty for a moment.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const { violations } = await new AxeBuilder({ page })
    // Only what is wrong is worked out to the end, and in this very page: half the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    // Half of the work is contrast, and colours are the same on a phone.
    .disableRules((page.viewportSize()?.width ?? 0) < 500 ? ['color-contrast'] : [])
    .analyze()
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, target }) => `  ${target}  ${html}`).join('\n')}`,
  )
  expect(found, `axe on ${new URL(page.url()).pathname}`).toEqual([])
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // A page that was just made narrower may take a moment to follow.
  await expect
    .poll(excess, { message: 'how much wider the content is than the window', timeout: 3000 })
    .toBeLessThanOrEqual(0)
}
