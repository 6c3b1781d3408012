import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { metaDescriptorOf } from './public-query'
import { categoryQuery, productPagesQuery, productQuery, productsQuery } from './queries'

afterEach(() => vi.unstubAllGlobals())

function answer(status: number, body: unknown) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response(JSON.stringify(body), { status })
  })
  return asked
}

it('asks in the browser what the server reads for the page', async () => {
  const asked = answer(200, { items: [] })
  const client = new QueryClient()
  const list = productsQuery({ category: ['chips'], search: 'a&b' })
  await client.fetchQuery(list)
  const pages = productPagesQuery({ limit: 24, cursor: 'abc' })
  await client.fetchInfiniteQuery(pages)
  const one = categoryQuery('hot chips')
  await client.fetchQuery(one)
  expect(asked).toEqual([list.path, pages.path, one.path])
  expect(asked).toEqual([
    '/api/products?category=chips&search=a%26b',
    '/api/products?limit=24&cursor=abc',
    '/api/categories/hot%20chips',
  ])
  expect(metaDescriptorOf(pages)).toEqual({ key: pages.queryKey, path: pages.path, pages: true, meta: true })
})

it('knows that one thing does not exist, and fails for a list', async () => {
  answer(404, { detail: 'Not found.' })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(client.fetchQuery(productQuery(1))).resolves.toBe(null)
  await expect(client.fetchQuery(productsQuery({}))).rejects.toThrow('Not found.')
})
