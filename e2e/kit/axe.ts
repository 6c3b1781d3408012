import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

// The minified build, run once per document: parsing the full one takes as long as checking most pages.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type WithAxe = { axe?: { run: (what: ElementContext, how: RunOptions) => Promise<AxeResults> } }

/** Fails with the rule, the reason and the elements when axe finds anything on the page as it is now. */
export async function expectAccessible(page: Page) {
  // A client-rendered page is empty for a moment.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const how: RunOptions = {
    // Details are only needed of violations, not of rules that pass.
    resultTypes: ['violations'],
    // The only frame in the shop is the third-party map.
    iframes: false,
    // Checking contrast takes half of the time, and the colours of a phone are those of the desktop.
    rules: { 'color-contrast': { enabled: (page.viewportSize()?.width ?? 0) >= 500 } },
  }
  const found = await page.evaluate(async (how) => {
    const { axe } = window as WithAxe
    if (!axe) throw new Error('axe is not on the page')
    const { violations } = await axe.run(document, how)
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, target }) => `  ${target}  ${html}`).join('\n')}`,
    )
  }, how)
  expect(found, `axe on ${new URL(page.url()).pathname}`).toEqual([])
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // A page that was just made narrower may take a moment to follow.
  await expect
    .poll(excess, { message: 'how much wider the content is than the window' })
    .toBeLessThanOrEqual(0)
}
