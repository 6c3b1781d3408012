import { expect, it } from 'vitest'
import { settingsReader } from '~/shared/lib/settings'
import { organization } from './json-ld'

it.each([
  ['', 'http://shop.test/icon-512.png'],
  ['/site-assets/logo-1.png', 'http://shop.test/site-assets/logo-1.png'],
  ['https://cdn.test/logo.png', 'https://cdn.test/logo.png'],
])('the organization has the logo of the settings: %s', (site_logo, logo) => {
  expect(organization('http://shop.test', settingsReader({ site_logo })).logo).toBe(logo)
})
