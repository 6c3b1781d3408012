import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength'

describe('passwordStrength', () => {
  it('grows with length and variety, and sees through the usual ones', () => {
    expect(passwordStrength('short').words).toBe('At least 8 characters')
    expect(passwordStrength('aaaaaaaaaaaaaaaa').level).toBe(0)
    expect(passwordStrength('password12345').level).toBe(0)
    expect(passwordStrength('kettlesho').level).toBe(0)
    expect(passwordStrength('kettle-shoe').level).toBe(1)
    expect(passwordStrength('kettle shoe radar').level).toBe(3)
  })
})
