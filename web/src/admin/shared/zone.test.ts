import { describe, expect, it } from 'vitest'
import { momentOf, movedBy, zonedInput, zonedTime, zoneName } from './zone'

const LA = 'America/Los_Angeles'

describe('times of a drop in its time zone', () => {
  it.each([
    ['2026-11-20T18:00', LA, '2026-11-21T02:00:00.000Z'],
    ['2026-07-01T18:00', LA, '2026-07-02T01:00:00.000Z'],
    ['2026-07-01T00:00', LA, '2026-07-01T07:00:00.000Z'],
    ['2026-07-01T18:00:05', 'Europe/Berlin', '2026-07-01T16:00:05.000Z'],
    ['2026-07-01T12:30', 'Asia/Kolkata', '2026-07-01T07:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, iso) => {
    expect(momentOf(text, zone)).toBe(iso)
    expect(zonedInput(iso, zone)).toBe(text)
  })

  it('takes the first of two equal hours and the time after a skipped one', () => {
    expect(momentOf('2026-11-01T01:30', LA)).toBe('2026-11-01T08:30:00.000Z')
    expect(momentOf('2026-03-08T02:30', LA)).toBe('2026-03-08T10:30:00.000Z')
  })

  it('says nothing about what is no time', () => {
    expect(momentOf('', LA)).toBeUndefined()
    expect(momentOf('soon', LA)).toBeUndefined()
    expect(zonedInput(null, LA)).toBe('')
  })

  it('names the zone and moves by minutes', () => {
    expect(zoneName('2026-07-01T00:00:00Z', LA)).toBe('PDT')
    expect(zonedTime('2026-11-21T02:00:00Z', LA)).toBe('Nov 20, 2026, 6:00 PM PST')
    expect(movedBy('2026-11-20T18:00', -60, LA)).toBe('2026-11-20T17:00')
    expect(movedBy('2026-11-01T00:30', 60, LA)).toBe('2026-11-01T01:30')
  })
})
