import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength'

describe('passwordStrength', () => {
  it('grows with length and variety, and sees through the usual ones', () => {
    expect(passwordStrength('short', 8, 'Night Bites').words).toBe('At least 8 characters')
    expect(passwordStrength('kettle shoe', 12, 'Night Bites').words).toBe('At least 12 characters')
    expect(passwordStrength('aaaaaaaaaaaaaaaa', 8, 'Night Bites').level).toBe(0)
    expect(passwordStrength('password12345', 8, 'Night Bites').level).toBe(0)
    expect(passwordStrength('kettlesho', 8, 'Night Bites').level).toBe(0)
    expect(passwordStrength('kettle-shoe', 8, 'Night Bites').level).toBe(1)
    expect(passwordStrength('kettle shoe radar', 8, 'Night Bites').level).toBe(3)
  })

  it('sees through the name of the shop, whatever it sells', () => {
    expect(passwordStrength('NightBites-2026-radar', 8, 'Night Bites').level).toBe(0)
    expect(passwordStrength('night bites radar', 8, 'Night Bites').level).toBe(0)
    expect(passwordStrength('snack-kettle radar', 8, 'Night Bites').level).toBe(3)
    expect(passwordStrength('kettle shoe radar', 8, '').level).toBe(3)
  })
})
