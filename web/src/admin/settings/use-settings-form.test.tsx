import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '~/shared/api/query-client'
import type { StaffSettings } from './queries'
import { useSettingsForm } from './use-settings-form'

afterEach(() => vi.unstubAllGlobals())

const stored: StaffSettings = {
  settings: { site_name: 'Night Bites', site_logo: '/old.webp' } as StaffSettings['settings'],
  secrets_set: [],
  rows: 2,
  tax_rates: [{ state: 'CA', rate: '7.25' }],
  mail_leaves: true,
  demo_payments: false,
}
const byColleague: StaffSettings = {
  ...stored,
  settings: { ...stored.settings, site_logo: '/new.webp' },
  tax_rates: [{ state: 'NY', rate: '4' }],
}

it('does not take a colleague’s logo and taxes for a change made here', () => {
  const client = createQueryClient()
  const { result, rerender } = renderHook((now: StaffSettings) => useSettingsForm(now, () => {}), {
    initialProps: stored,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  rerender(byColleague)
  expect(result.current.isDirty).toBe(false)

  act(() => result.current.setTaxRates([]))
  expect(result.current.isDirty).toBe(true)
  act(() => result.current.discard())
  expect(result.current.isDirty).toBe(false)
  expect(result.current.picture('site_logo').url).toBe('/new.webp')
  expect(result.current.taxRates).toEqual(byColleague.tax_rates)
})

function open(onRefused = (_: string[]) => {}) {
  const client = createQueryClient()
  return renderHook(() => useSettingsForm(stored, onRefused), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
}

it('holds a picked picture until it is saved or discarded', () => {
  const { result } = open()
  const file = new File(['x'], 'map.png')
  act(() => result.current.setPicture('store_map_image', { url: '', file }))
  expect(result.current.isDirty).toBe(true)
  expect(result.current.picture('store_map_image')).toEqual({ url: '', file })
  expect(result.current.picture('site_logo')).toEqual({ url: '/old.webp', file: undefined })
  act(() => result.current.setPicture('store_map_image', { url: '' }))
  expect(result.current.isDirty).toBe(false)
  act(() => result.current.setPicture('site_logo', { url: '' }))
  expect(result.current.isDirty).toBe(true)
  act(() => result.current.discard())
  expect(result.current.picture('site_logo').url).toBe('/old.webp')
})

it('drops a picked picture when its default is restored', () => {
  const { result } = open()
  act(() => result.current.setPicture('store_map_image', { url: '', file: new File(['x'], 'map.png') }))
  act(() => result.current.set('store_map_image', '/shop-map.svg'))
  expect(result.current.picture('store_map_image')).toEqual({ url: '/shop-map.svg', file: undefined })
})

it('says beside its field why a picture was refused, and uploads no other one twice', async () => {
  const sent: string[] = []
  let mapIsRefused = true
  const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    sent.push(`${method} ${address}`)
    if (address.includes('kind=map') && mapIsRefused) return json(422, { detail: 'This is no picture.' })
    if (method === 'POST') return json(200, { url: '/one.webp', sizes: [] })
    if (method === 'GET') return json(200, stored)
    expect(JSON.parse(String(body)).settings).toEqual({
      site_logo: '/one.webp',
      store_map_image: '/one.webp',
    })
    return new Response(null, { status: 204 })
  })
  const refused = vi.fn()
  const { result } = open(refused)
  act(() => {
    result.current.setPicture('site_logo', { url: '', file: new File(['x'], 'logo.png') })
    result.current.setPicture('store_map_image', { url: '', file: new File(['x'], 'map.png') })
  })
  act(() => result.current.send())
  await waitFor(() => expect(result.current.errors).toEqual({ store_map_image: 'This is no picture.' }))
  expect(refused).toHaveBeenLastCalledWith(['store_map_image'])

  mapIsRefused = false
  act(() => result.current.send())
  await waitFor(() => expect(sent).toContain('PUT /api/admin/settings'))
  expect(sent.filter((one) => one.includes('kind=logo'))).toHaveLength(1)
})

it('checks the form of a text before it is sent', async () => {
  const request = vi.fn()
  vi.stubGlobal('fetch', request)
  const refused = vi.fn()
  const { result } = open(refused)
  act(() => result.current.set('store_zip', 'Melrose'))
  act(() => result.current.send())
  await waitFor(() => expect(result.current.errors).toEqual({ store_zip: 'Enter a ZIP code, like 12345.' }))
  expect(refused).toHaveBeenLastCalledWith(['store_zip'])
  expect(request).not.toHaveBeenCalled()
})
