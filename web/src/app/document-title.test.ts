import { beforeEach, expect, it } from 'vitest'
import { productQuery, settingsQuery } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { showTitle } from './document-title'

const client = createQueryClient([[settingsQuery.queryKey, { site_name: 'Night Bites' }]])

function open(path: string) {
  window.history.replaceState(null, '', path)
  showTitle(client)
}

beforeEach(() => {
  document.title = 'before'
})

it('titles the tab after the page at hand', () => {
  open('/about')
  expect(document.title).toBe('About Us · Night Bites')
  open('/account?tab=register')
  expect(document.title).toBe('Register · Night Bites')
})

it('waits for the data that the title depends on, and follows it', async () => {
  open('/product/3')
  expect(document.title).toBe('before')
  client.setQueryData(productQuery(3).queryKey, null)
  await expect.poll(() => document.title).toBe('Product Not Found · Night Bites')
  client.setQueryData([...settingsQuery.queryKey], { site_name: 'Day Bites' })
  await expect.poll(() => document.title).toBe('Product Not Found · Day Bites')
})

it('leaves the back office to itself', () => {
  open('/admin/orders')
  expect(document.title).toBe('before')
})
