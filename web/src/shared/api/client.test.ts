import { afterEach, describe, expect, it, vi } from 'vitest'
import { api, unwrap } from './client'
import { ApiError } from './errors'

function answer(status: number, body: string) {
  const fetch = vi.fn<typeof globalThis.fetch>(
    async () => new Response(status === 204 ? null : body, { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('the API', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('writes addresses: path, lists, nothing for what is not set', async () => {
    const fetch = answer(200, '{}')
    await api.GET('/api/products', {
      params: { query: { search: 'a&b', category: ['x', 'y'], cursor: undefined } },
    })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/products?search=a%26b&category=x&category=y')
    await api.GET('/api/categories/{slug}', { params: { path: { slug: 'a/b' } } })
    expect(fetch.mock.calls[1]?.[0]).toBe('/api/categories/a%2Fb')
  })

  it('sends JSON and headers', async () => {
    const fetch = answer(204, '')
    const sent = await unwrap(api.POST('/api/subscriptions', { body: { email: 'a@b.test' } }))
    expect(sent).toBeUndefined()
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":"a@b.test"}',
    })
  })

  it('throws what the server said', async () => {
    answer(422, '{"code":"invalid_input","detail":"No.","errors":[{"field":"email","message":"Odd."}]}')
    const failure = await unwrap(api.GET('/api/settings')).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      status: 422,
      code: 'invalid_input',
      message: 'No.',
      fields: { email: 'Odd.' },
    })
    answer(502, '<html>Bad gateway')
    await expect(unwrap(api.GET('/api/settings'))).rejects.toMatchObject({ status: 502, code: 'unknown' })
  })
})
