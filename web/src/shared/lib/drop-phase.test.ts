import { describe, expect, it } from 'vitest'
import type { components } from '~/shared/api/schema.gen'
import cases from './drop-cases.json'
import { isSelling, saleIn } from './drop-phase'

type Drop = components['schemas']['Drop']

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

describe.each(cases)('free units of $name', ({ mode, line_closed, moments }) => {
  it.each(moments)('are sold while $phase as the shop says: $sale', ({ phase, sale }) => {
    expect(saleIn({ mode, line_closed } as Drop, phase as Drop['phase'])).toBe(sale)
  })
})
