import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '~/shared/api/query-client'
import type { StaffSettings } from './queries'
import { useSettingsForm } from './use-settings-form'

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

it('holds a picked picture until it is saved or discarded', () => {
  const client = createQueryClient()
  const { result } = renderHook(() => useSettingsForm(stored, () => {}), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
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
