import { beforeEach, expect, it } from 'vitest'
import { categoryQuery, productQuery, settingsQuery } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { dropQuery } from '~/storefront/drops/queries'
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

it.each([
  ['/product/3', productQuery(3).queryKey, 'Product Not Found'],
  ['/category/none', categoryQuery('none').queryKey, 'Category Not Found'],
  ['/drop/none', dropQuery('none').queryKey, 'Drop Not Found'],
])('waits for the data that the title of %s depends on', async (path, key, title) => {
  open(path)
  expect(document.title).toBe('before')
  client.setQueryData(key, null)
  await expect.poll(() => document.title).toBe(`${title} · Night Bites`)
})

it('follows the data that the title depends on', async () => {
  open('/product/3')
  await expect.poll(() => document.title).toBe('Product Not Found · Night Bites')
  client.setQueryData([...settingsQuery.queryKey], { site_name: 'Day Bites' })
  await expect.poll(() => document.title).toBe('Product Not Found · Day Bites')
})

it('leaves the back office to itself', () => {
  open('/admin/orders')
  expect(document.title).toBe('before')
})
