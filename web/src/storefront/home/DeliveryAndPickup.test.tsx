import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { settingsReader } from '~/shared/lib/settings'
import { DeliveryAndPickup } from './DeliveryAndPickup'
import { shopMapOf } from './ShopMap'

afterEach(cleanup)

const elsewhere = { store_street: '12 Pier Rd', store_city: 'Portland' }
const position = { store_map: '45.5152,-122.6784' }
const picture = { store_map_image: '/site-assets/map-1.webp' }

it.each([
  ['the built-in address', {}, { image: '/shop-map.svg', live: true }],
  ['another address', elsewhere, undefined],
  ['another city', { store_city: 'Portland' }, undefined],
  ['another address with its position', { ...elsewhere, ...position }, { image: '', live: true }],
  [
    'another address with a picture',
    { ...elsewhere, ...picture },
    { image: '/site-assets/map-1.webp', live: false },
  ],
  ['the built-in address with a logo of its own', { site_logo: '/logo.png' }, { image: '', live: true }],
  ['the built-in address without the picture', { store_map_image: '' }, { image: '', live: true }],
])('the map of a shop at %s', (_, settings, map) => {
  expect(shopMapOf(settingsReader(settings))).toEqual(map)
})

function show(settings: object) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(keys.settings, settings as never)
  return render(
    <QueryClientProvider client={client}>
      <DeliveryAndPickup />
    </QueryClientProvider>,
  ).container
}

it('a shop without a map shows its address, and no frame for a map', () => {
  const page = show(elsewhere)
  expect(page.querySelector('address')?.textContent).toBe('12 Pier Rd, Portland, CA 90046')
  expect(page.querySelector('img, iframe, .min-h-80')).toBeNull()
})

it('a picture of the surroundings says where the shop is', () => {
  show({})
  const builtIn = screen.getByRole('img', { name: 'Map: the shop stands on Melrose Avenue in Los Angeles' })
  expect(builtIn.getAttribute('src')).toBe('/shop-map.svg')
  cleanup()
  show({ ...elsewhere, ...picture })
  expect(screen.getByRole('img', { name: 'Map: the shop at 12 Pier Rd, Portland' })).toBeTruthy()
})

it('without a picture the address is under the live map, for when it does not load', () => {
  show({ ...elsewhere, ...position })
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('12 Pier Rd')).toBeTruthy()
})
