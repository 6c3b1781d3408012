import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime } from './dates'
import { mapAddress } from './map-address'
import { formatMoney, sumDollars, timesDollars } from './money'
import { settingDefaults } from './setting-defaults.gen'
import { slugify } from './slug'
import { contrast, textOn, themeVariables } from './theme'

// The table of the mails: internal/shop/currency_test.go.
const amounts: { amount: number; currency: string; format: string; text: string }[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../internal/shop/testdata/money.json`, 'utf8'),
)
const stylesheet = readFileSync(`${import.meta.dirname}/../../styles.css`, 'utf8')

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [4.5, '$4.50'],
    [29.99, '$29.99'],
    [1234567.8, '$1,234,567.80'],
    [-5.99, '-$5.99'],
    [1.005, '$1.00'],
  ])('shows %d as %s', (dollars, text) => expect(formatMoney(dollars)).toBe(text))

  it.each(amounts)('writes $amount $currency by $format as $text', ({ amount, currency, format, text }) =>
    expect(formatMoney(amount, { currency, format })).toBe(text),
  )

  it('adds and multiplies in cents', () => {
    expect(timesDollars(0.1, 3)).toBe(0.3)
    expect(sumDollars([0.1, 0.2, 5.99])).toBe(6.29)
  })
})

describe('dates', () => {
  it('are the same in every time zone', () => {
    expect(formatDate('2026-03-01T00:30:00Z')).toBe('Mar 1, 2026')
    expect(formatDateTime('2026-03-01T00:05:00Z')).toBe('Mar 1, 2026, 12:05 AM UTC')
    expect(formatDateTime('2026-03-01T13:45:00Z')).toBe('Mar 1, 2026, 1:45 PM UTC')
    expect(formatDate('no date')).toBe('')
  })
})

describe('slugify', () => {
  it.each([
    ['Mystery Snack Box - Hype Favorites', 'mystery-snack-box-hype-favorites'],
    ['  Ünagi!!Chips 2 ', 'nagi-chips-2'],
    ['---', ''],
  ])('%s → %s', (name, slug) => expect(slugify(name)).toBe(slug))
})

describe('theme', () => {
  it.each([
    '#000000',
    '#ffffff',
    '#8B5CF6',
    '#F97316',
    '#777777',
    '#767676',
    '#787878',
    '#7a7a7a',
    '#ffff00',
    '#00ff88',
  ])('keeps AA whatever an admin picks: %s', (color) => {
    const theme = themeVariables(color, color)
    expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme['--secondary-wall'] as string, '#c3b9d6')).toBeGreaterThanOrEqual(4.5)
    for (const surface of ['#120a1f', '#2a1d45'])
      expect(contrast(theme['--primary-on-ink'] as string, surface)).toBeGreaterThanOrEqual(4.5)
    for (const surface of ['#faf6ef', '#ffffff'])
      expect(contrast(theme['--secondary-on-paper'] as string, surface)).toBeGreaterThanOrEqual(4.5)
  })

  it('stands in the stylesheet as computed, for the moment before any setting is known', () => {
    for (const [name, value] of Object.entries(
      themeVariables(settingDefaults.primary_color, settingDefaults.secondary_color),
    )) {
      expect(stylesheet).toContain(`  ${name}: ${value.toLowerCase()};`)
    }
  })

  it('falls back to the default colours', () => {
    expect(themeVariables('red', '')['--primary']).toBe(settingDefaults.primary_color)
  })
})

describe('the map', () => {
  it.each([
    ['', 'https://www.openstreetmap.org/search?query=7564%20Melrose%20Ave'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/search?query=7564%20Melrose%20Ave'],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'geo:0,0?q=7564%20Melrose%20Ave'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
      'https://maps.apple.com/?q=7564%20Melrose%20Ave',
    ],
  ])('opens in the app of %j', (device, address) =>
    expect(mapAddress('7564 Melrose Ave', device)).toBe(address),
  )
})
