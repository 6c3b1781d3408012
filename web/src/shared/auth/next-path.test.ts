import { describe, expect, it } from 'vitest'
import { ownPath } from './next-path'

describe('ownPath', () => {
  it('keeps our own paths', () => {
    expect(ownPath('/checkout')).toBe('/checkout')
    expect(ownPath('/account/dashboard?tab=orders#top')).toBe('/account/dashboard?tab=orders#top')
  })

  it('refuses everything that leads elsewhere or in circles', () => {
    for (const bad of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      'checkout',
      '/account',
      '/account?tab=register',
      '/forgot-password',
      '/reset-password?token=once',
      'javascript:alert(1)',
      null,
      undefined,
      7,
    ])
      expect(ownPath(bad)).toBeUndefined()
  })
})
