import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import cases from '~/shared/lib/drop-cases.json'
import { validPass } from '~/storefront/buyer/pass-store'
import { actionOf, holdingPass } from './action'
import { Flaps } from './Flaps'
import { Packs, packsOf } from './Packs'
import { lightOf, partsUntil, phaseAt, statusText } from './phase'
import type { Drop } from './types'

const T = Date.parse('2026-11-20T17:00:00Z')
const at = (seconds: number) => new Date(T + seconds * 1000).toISOString()

const drop = (over: Partial<Drop> = {}): Drop =>
  ({
    slug: 'night',
    mode: 'queue',
    phase: 'teased',
    paused: false,
    availability: 'available',
    early_access: 'circle',
    teased_at: at(-90_000),
    early_at: at(-3600),
    opens_at: at(0),
    queue_opens_at: at(-1800),
    ends_at: at(7200),
    line_closed: false,
    products: [],
    ...over,
  }) as unknown as Drop

afterEach(cleanup)

describe('the phase by the clock', () => {
  it('is what the shop says until the time is known', () =>
    expect(phaseAt(drop({ phase: 'early' }), undefined)).toBe('early'))

  it('stays ended when staff ended it', () => expect(phaseAt(drop({ phase: 'ended' }), T)).toBe('ended'))

  // The page may have been made in any phase before.
  it.each(cases)('of $name is the one of the shop', ({ moments, ...times }) => {
    for (const [i, { at: now, phase }] of moments.entries())
      for (const { phase: made } of moments.slice(0, i + 1))
        expect(phaseAt(drop({ ...times, phase: made } as Partial<Drop>), Date.parse(now)), now).toBe(phase)
  })
})

describe('what the page says', () => {
  it.each([
    ['Opens in', 'closed', {}, 'teased'],
    ['Early access is open', 'half', {}, 'early'],
    ['Live now', 'open', {}, 'live'],
    ['All held right now', 'open', { availability: 'all_held' }, 'live'],
    ['Sold out', 'dark', { availability: 'sold_out' }, 'live'],
    ['Paused for a moment', 'paused', { paused: true }, 'live'],
    ['This drop is over', 'dark', {}, 'ended'],
  ] as const)('%s', (words, light, over, phase) => {
    expect(statusText(drop(over), phase)).toBe(words)
    expect(lightOf(drop(over), phase)).toBe(light)
  })
})

describe('the one thing to do', () => {
  const nobody = { now: T - 7_200_000, early: '', pass: '' }
  it.each([
    ['remind', {}, 'teased', nobody],
    ['line', {}, 'teased', { ...nobody, now: T - 60_000 }],
    ['unlock', { early_access: 'codes' }, 'early', { ...nobody, now: T - 3_000_000 }],
    ['line', {}, 'early', { ...nobody, early: 'x' }],
    ['buy', { mode: 'open' }, 'early', { ...nobody, early: 'x' }],
    ['line', {}, 'live', nobody],
    ['buy', {}, 'live', { ...nobody, pass: 'x' }],
    ['buy', { line_closed: true }, 'live', nobody],
    ['line', { availability: 'all_held' }, 'live', nobody],
    ['line', { availability: 'all_held' }, 'live', { ...nobody, pass: 'x' }],
    ['waitlist', { availability: 'all_held', line_closed: true }, 'live', nobody],
    ['waitlist', { availability: 'sold_out' }, 'live', nobody],
    ['waitlist', { mode: 'open', availability: 'all_held' }, 'live', nobody],
    ['wait', { paused: true }, 'live', nobody],
    ['draw', { mode: 'draw' }, 'live', nobody],
    ['next', {}, 'ended', nobody],
  ] as const)('%s with %o while %s', (action, over, phase, visitor) =>
    expect(actionOf(drop(over), phase, visitor)).toBe(action),
  )
})

describe('the pass that holds units', () => {
  it.each([
    ['p', {}, 'early'],
    ['p', {}, 'live'],
    ['', { line_closed: true }, 'live'],
    ['e', { mode: 'open' }, 'early'],
    ['', { mode: 'open' }, 'live'],
    ['', { mode: 'draw' }, 'live'],
    ['', {}, 'ended'],
  ] as const)('is "%s" with %o while %s', (pass, over, phase) =>
    expect(holdingPass(drop(over), phase, { early: 'e', pass: 'p' })).toBe(pass),
  )
})

describe('the countdown', () => {
  it('shows the last second until it has passed', () => {
    expect(partsUntil(T, T - 90_061_000).map(({ value }) => value)).toEqual([1, 1, 1, 1])
    expect(partsUntil(T, T - 1).map(({ value }) => value)).toEqual([0, 0, 0, 1])
    expect(partsUntil(T, T + 5000).map(({ value }) => value)).toEqual([0, 0, 0, 0])
  })

  it('shows dashes as wide as digits until the time is known', () => {
    const { rerender, container } = render(<Flaps at={at(0)} now={undefined} />)
    const places = () => container.querySelectorAll('.flap-digits > span').length
    expect(places()).toBe(8)
    rerender(<Flaps at={at(0)} now={T - 65_000} />)
    expect(places()).toBe(8)
    expect(screen.getByRole('timer', { name: 'Time until the drop opens' }).textContent).toContain(
      '1 minute 5 seconds',
    )
  })
})

describe('the packs', () => {
  it('are free, held and sold, in this order', () =>
    expect(packsOf({ free: 2, held: 1, units: 4 })).toEqual(['free', 'free', 'held', 'sold']))

  it('become a bar beyond 24', () => {
    expect(packsOf({ free: 24, held: 0, units: 24 })).toHaveLength(24)
    expect(packsOf({ free: 25, held: 0, units: 25 })).toEqual([])
  })

  it('are told in words too', () => {
    const { rerender } = render(<Packs free={3} held={2} units={9} />)
    expect(screen.getByText('3 left')).toBeDefined()
    expect(screen.getByText('2 in other carts')).toBeDefined()
    expect(screen.getByText('4 sold')).toBeDefined()
    rerender(<Packs free={0} held={2} units={9} />)
    expect(screen.getByText('All held right now: 2 may come back')).toBeDefined()
  })
})

describe('a pass', () => {
  const text = JSON.stringify({ pass: 'p', expires_at: at(0) })
  it('is valid until its time', () => {
    expect(validPass(text, T - 1)).toBe('p')
    expect(validPass(text, T)).toBe('')
  })
  it('is none when it cannot be read', () => expect(validPass('nonsense', T)).toBe(''))
})
