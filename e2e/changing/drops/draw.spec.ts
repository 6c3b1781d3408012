import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../../kit/axe'
import { newProduct, unique } from '../../kit/catalog'
import { receivedEmail } from '../../kit/mail'
import { expect, test } from '../../kit/test'

test.use({ changes: 'drops' })

/** A draw of one unit that takes entries after some seconds, until staff end it. */
async function newDraw(staff: Page, seconds: number) {
  const product = await newProduct(staff, unique('Draw Box'), { stock_quantity: 1 })
  const opens = Date.now() + seconds * 1000
  const draft = await staff.request.post('/api/admin/drops', {
    data: {
      name: unique('Golden Box'),
      mode: 'draw',
      opens_at: new Date(opens).toISOString(),
      ends_at: new Date(opens + 3600_000).toISOString(),
      products: [{ product_id: product.id, units: 1 }],
    },
  })
  expect(draft.ok(), await draft.text()).toBe(true)
  const { id, version } = (await draft.json()) as { id: number; version: number }
  const scheduled = await staff.request.post(`/api/admin/drops/${id}/schedule`, { data: { version } })
  expect(scheduled.ok(), await scheduled.text()).toBe(true)
  return (await scheduled.json()) as { id: number; slug: string; name: string }
}

test('a shopper enters a draw, wins, and checks it', async ({ page, adminPage, shop }) => {
  const drop = await newDraw(adminPage, 3)
  const email = `${Math.random().toString(36).slice(2, 10)}@example.com`
  await page.goto(`/drop/${drop.slug}`)
  await expect(page.getByText('Live now')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await expect(page.getByRole('checkbox', { name: 'Enter me in the next draw too' })).toBeChecked()
  await page.getByRole('button', { name: 'Enter the draw' }).click()
  await expect(
    page.getByText(/^Open the link we mailed you before .*, or the entry does not count\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const text = await receivedEmail(shop.data, email, 'draw-entry')
  const link = new URL(text.match(/http:\/\/\S+\/draw\?entry=[\w-]+/)?.[0] ?? 'x:none')
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('heading', { level: 1, name: `The draw for ${drop.name}` })).toBeVisible()
  await expect(page.getByText(/^Your entry counts\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expectAccessible(page)

  await adminPage.goto(`/admin/drops/${drop.id}/live`)
  await adminPage.getByRole('button', { name: 'End drop' }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'End drop' }).click()
  await expect(adminPage.getByText('Drop ended', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('You won', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Revealed seed')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find my number' }).fill('1')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(
    page.getByText('Number 1 has rank 1 of 1: may buy. Your browser checked seed and list.'),
  ).toBeVisible()
  await expect(page.getByText('It does not prove that the shop entered no invented people.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const folder = mkdtempSync(join(tmpdir(), 'draw-'))
  const list = await page.request.get(`/api/drops/${drop.slug}/draw/entries.csv`)
  writeFileSync(join(folder, 'entries.csv'), await list.body())
  const program = ((await page.locator('pre').textContent()) ?? '').trim()
  expect(program.split('\n')).toHaveLength(10)
  if (hasPython())
    expect(execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' })).toBe('1 1\n')

  expect(await receivedEmail(shop.data, email, 'win')).toContain('/reservation/')
  // Both pages say the same time, whatever the device's clock says.
  const held = await page.getByText(/One is held for you until/).textContent()
  const until = held?.match(/until (.+)\.$/)?.[1] ?? 'a time'
  await page.getByRole('link', { name: 'Buy now' }).click()
  await expect(page.getByRole('heading', { name: 'Held for you' })).toBeVisible()
  await expect(page.getByText(`Until ${until}`)).toBeVisible()
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'pass'])
    return true
  } catch {
    return false
  }
}
