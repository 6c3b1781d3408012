import { expect, it } from 'vitest'
import { isSelling } from './drop-phase'

it.each([
  ['draft', false],
  ['teased', false],
  ['early', true],
  ['live', true],
  ['awarding', false],
  ['ended', false],
] as const)('in phase %s a drop sells: %s', (phase, sells) => {
  expect(isSelling(phase)).toBe(sells)
})
