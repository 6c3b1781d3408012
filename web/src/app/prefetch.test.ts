import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { productQuery } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { prefetchPage } from './prefetch'

const product = '/api/products/3'
const url = new URL('http://shop.test/product/3')
let failFirst: () => void
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined) // the query cache logs failures
  asked = []
  const first = new Promise<Response>((resolve) => {
    failFirst = () => resolve(new Response('{}', { status: 503 }))
  })
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const times = asked.filter((each) => each === product).length
    return path === product && times === 1 ? first : Promise.resolve(Response.json({ id: 3, category: null }))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const times = () => asked.filter((path) => path === product).length

it('retries a failed request when its page was opened meanwhile', async () => {
  const client = createQueryClient()
  void prefetchPage(client, url)
  const stop = new QueryObserver(client, productQuery(3)).subscribe(() => undefined)
  failFirst()
  await vi.advanceTimersByTimeAsync(1500)
  expect(times()).toBe(2)
  expect(client.getQueryData(productQuery(3).queryKey)).toMatchObject({ id: 3 })
  stop()
})

it('does not retry a failed request that nobody waits for', async () => {
  const client = createQueryClient()
  void prefetchPage(client, url)
  failFirst()
  await vi.advanceTimersByTimeAsync(1500)
  expect(times()).toBe(1)
})
