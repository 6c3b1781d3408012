import { describe, expect, it } from 'vitest'
import { SignUpBody } from '~/shared/form/constraints.gen'
import { brokenRule, checkFields, fromTo, isComplete, isCount, numberAttributes } from './limits'

const limits = {
  code: { required: true, minLength: 2, maxLength: 4, pattern: '^[A-Z]+$' },
  note: { maxLength: 3 },
  amount: { minimum: 1, maximum: 5 },
  price: { minimum: 0, maximum: 100, decimals: 2 },
  change: { minimum: -100, maximum: 100, decimals: 1 },
  units: { minimum: 0, decimals: 0 },
} as const

describe('limits of a form', () => {
  it.each([
    ['code', '', 'required'],
    ['code', 'A', 'minLength'],
    ['code', 'ABCDE', 'maxLength'],
    ['code', 'ab', 'pattern'],
    ['code', 'AB', undefined],
    ['note', '', undefined],
    ['note', '🍟🍟🍟', undefined],
    ['note', '🍟🍟🍟🍟', 'maxLength'],
    ['amount', '0', 'minimum'],
    ['amount', '6', 'maximum'],
    ['amount', '5', undefined],
    ['price', '7.25', undefined],
    ['price', '7.255', 'decimals'],
    ['price', '7.', 'decimals'],
    ['price', '1e1', 'decimals'],
    ['price', '-1', 'decimals'],
    ['price', '101', 'maximum'],
    ['change', '-0.5', undefined],
    ['change', '-0.55', 'decimals'],
    ['units', '12', undefined],
    ['units', '1.5', 'decimals'],
  ] as const)('%s %j breaks %s', (field, text, rule) => {
    expect(brokenRule(limits[field], text)).toBe(rule)
  })

  it('says one thing per field, and nothing about a rule without words', () => {
    const words = { code: { required: 'Enter a code.', pattern: 'Use capitals.' }, amount: 'From 1 to 5.' }
    expect(checkFields(limits, { code: ' ', amount: '9' }, words)).toEqual({
      code: 'Enter a code.',
      amount: 'From 1 to 5.',
    })
    expect(checkFields(limits, { code: 'ABCDE', amount: '' }, words)).toEqual({})
  })

  it('knows whether all required fields are filled', () => {
    expect(isComplete(limits, { code: 'AB' })).toBe(true)
    expect(isComplete(limits, { code: '', note: 'x' })).toBe(false)
  })

  it('comes from the description of the API', () => {
    expect(SignUpBody.username).toEqual({ required: true, minLength: 3, maxLength: 40 })
  })
})

it('gives number fields their steps', () => {
  expect(numberAttributes(limits.price)).toEqual({ min: 0, max: 100, step: 0.01, inputMode: 'decimal' })
  expect(numberAttributes(limits.units)).toMatchObject({ step: 1, inputMode: 'numeric' })
  expect(numberAttributes(limits.amount)).toMatchObject({ step: 'any', inputMode: 'decimal' })
})

describe('counts', () => {
  const limit = { minimum: 2, maximum: 1_000 }
  it.each([
    ['2', true],
    [' 1000 ', true],
    ['1', false],
    ['1001', false],
    ['2.5', false],
    ['-2', false],
    ['02', false],
    ['1e2', false],
    ['', false],
  ])('%j: %s', (text, expected) => expect(isCount(limit, text)).toBe(expected))

  it('have bounds in words', () => expect(fromTo(limit)).toBe('2 to 1,000'))
})
