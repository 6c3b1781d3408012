import { expect, it } from 'vitest'
import { checkForm, emptyForm } from './form'

const good = { ...emptyForm, code: 'TEN', value: '10' }

it('takes counts as the API does, each with a limit of its own', () => {
  expect(checkForm({ ...good, max_uses: '1000000000', max_per_customer: '1000000' })).toEqual({})
  expect(checkForm({ ...good, max_uses: '1000000001', max_per_customer: '1000001' })).toEqual({
    max_uses: 'The limit goes from 1 to 1,000,000,000.',
    max_per_customer: 'The limit goes from 1 to 1,000,000.',
  })
  expect(checkForm({ ...good, max_uses: '0', max_per_customer: '1.5' })).toEqual({
    max_uses: 'The limit starts at 1.',
    max_per_customer: 'The limit starts at 1.',
  })
})

it('takes a percentage from 1 to 100', () => {
  expect(checkForm({ ...good, value: '100' })).toEqual({})
  for (const value of ['', '0', '101', '1.5'])
    expect(checkForm({ ...good, value }).value, value).toBe('A percentage goes from 1 to 100.')
})
