import { expect, it } from 'vitest'
import { checkForm, emptyForm } from './form'

const filled = { ...emptyForm, name: 'Box', slug: 'box', description: 'A box.', price: '5' }

it.each([
  ['price', '7.25', undefined],
  ['price', '', 'Enter a price.'],
  ['price', '7.255', 'Enter an amount with at most two decimals.'],
  ['price', '-1', 'Enter an amount with at most two decimals.'],
  ['rating', '4.5', undefined],
  ['rating', '4.55', 'The rating goes from 0 to 5 in steps of 0.1.'],
  ['rating', '5.1', 'The rating goes from 0 to 5 in steps of 0.1.'],
  ['stock_quantity', '1.5', 'Enter a whole number, or leave it empty.'],
  ['max_per_order', '0', 'The limit starts at 1.'],
  ['max_per_order', '-1', 'Enter a whole number, or leave it empty.'],
] as const)('a product whose %s is %j: %s', (field, value, message) => {
  expect(checkForm({ ...filled, [field]: value })).toEqual(message ? { [field]: message } : {})
})
