import { describe, expect, it } from 'vitest'
import { addMetrics, type DropMetrics, figuresOf, SHOWN, seriesOf } from './live-metrics'

const row = (second: number, instance: string, over: Partial<DropMetrics> = {}): DropMetrics => ({
  second,
  instance,
  joins: 0,
  passes: 0,
  reservations: 0,
  placed: 0,
  paid: 0,
  abandoned: 0,
  busy: 0,
  limited: 0,
  errors: 0,
  queue_length: 0,
  p95_ms: 0,
  clock_offset_ms: 0,
  pay_calls: 0,
  pay_limit: 0,
  waiting: 0,
  called: 0,
  inside: 0,
  held: 0,
  free: 0,
  kept_back: 0,
  ...over,
})

describe('the figures of the control room', () => {
  it('count all instances together and take the highest of what they say', () => {
    const items = [
      row(1000, 'a', { placed: 3, p95_ms: 40, held: 7 }),
      row(1000, 'b', { placed: 2, p95_ms: 90, held: 7 }),
      row(1002, 'a', { placed: 1, p95_ms: 20, held: 5, clock_offset_ms: -300 }),
    ]
    const placed = seriesOf(items, (r) => r.placed, 'sum')
    expect(placed).toEqual([5, 0, 1])
    const long = [row(1002 - 2 * SHOWN, 'a'), ...items]
    expect(seriesOf(long, (r) => r.placed, 'sum')).toHaveLength(SHOWN)
    expect(seriesOf(items, (r) => r.p95_ms, 'max')).toEqual([90, 90, 20])
    const figures = figuresOf(addMetrics(undefined, { items, next_after: 1002 }))
    expect(figures.Held?.value).toBe(5)
    expect(figures.Clock?.value).toBe(300)
    expect(figures['Orders per second']?.value).toBe(1)
  })

  it('add up what was paid, also what the charts do not show any more', () => {
    const begun = addMetrics(undefined, { items: [row(1000, 'a', { paid: 4, errors: 1 })], next_after: 1000 })
    const later = addMetrics(begun, { items: [row(1500, 'a', { paid: 2 })], next_after: 1500 })
    expect(later.items.map(({ second }) => second)).toEqual([1500])
    expect(later.totals).toMatchObject({ paid: 6, errors: 1 })
  })

  it('are zero before anything came', () => {
    const figures = figuresOf(addMetrics(undefined, { items: [], next_after: 0 }))
    expect(figures.Waiting).toMatchObject({ value: 0, series: [] })
    expect(Object.keys(figures)).toHaveLength(15)
  })
})
