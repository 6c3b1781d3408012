import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { adminPages, adminTabs } from '~/admin/layout/admin-pages'
import { goTo } from '~/admin/layout/shortcuts'
import { settingsTabs } from '~/admin/settings/fields'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { matchingPages } from './hits'
import Palette from './Palette'

const Place = () => <output>{useLocation().pathname}</output>

it('opens what was found for the letters that stand there, however fast Enter follows', async () => {
  const products: Record<string, { id: number; name: string }> = {
    soda: { id: 1, name: 'Yuzu Soda' },
    crisps: { id: 2, name: 'Nori Crisps' },
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const found = products[new URLSearchParams(address.split('?')[1]).get('search') ?? '']
    const body = { products: [{ ...found, price: 1, image_url: '' }], orders: [], customers: [] }
    return new Response(JSON.stringify(body))
  })
  render(
    <QueryClientProvider client={createQueryClient([[keys.settings, {}]])}>
      <MemoryRouter>
        <Palette open onClose={() => {}} />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const field = screen.getByRole('combobox')
  fireEvent.change(field, { target: { value: 'soda' } })
  await screen.findByRole('option', { name: /Yuzu Soda/ })
  fireEvent.change(field, { target: { value: 'crisps' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/admin/products/2'))
  vi.unstubAllGlobals()
})

it('every page of the area is a word and two keys away', () => {
  const all = [...adminTabs, adminPages.pickup]
  for (const { name, path } of all) {
    expect(matchingPages(name).map(({ to }) => to)).toContain(path)
    expect(Object.values(goTo)).toContainEqual({ name, path })
  }
})

it('finds every tab of the settings by its name', () => {
  const addressOf = (name: string) => matchingPages(`settings ${name}`).map(({ to }) => to)
  for (const { name } of settingsTabs) {
    expect(addressOf(name), name).toContain(`/admin/settings?tab=${name.toLowerCase().replace(' ', '-')}`)
  }
})
