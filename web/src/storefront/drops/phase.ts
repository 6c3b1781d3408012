import { AWARD_DAYS } from '~/shared/lib/rules.gen'
import type { Drop, Phase } from './types'

const AWARD_MS = AWARD_DAYS * 24 * 3600_000

/**
 * The phase at a moment of the shop's clock, from the times in the API's response. A drop that the
 * response calls ended stays so, because staff may have ended it early.
 */
export function phaseAt(drop: Drop, now: number | undefined): Phase {
  if (now === undefined || drop.phase === 'ended') return drop.phase
  const passed = (time: string | null) => time !== null && Date.parse(time) <= now
  if (passed(drop.ends_at)) {
    const awarding = drop.mode === 'draw' && now < Date.parse(drop.ends_at ?? '') + AWARD_MS
    return awarding ? 'awarding' : 'ended'
  }
  if (passed(drop.opens_at)) return 'live'
  return passed(drop.early_at) ? 'early' : 'teased'
}

/** The state of the stall's shutter and lamps. */
export type Light = 'closed' | 'half' | 'open' | 'paused' | 'dark'

export function lightOf({ paused, availability, mode }: Drop, phase: Phase): Light {
  if (phase === 'ended') return 'dark'
  if (phase === 'teased') return 'closed'
  if (paused) return 'paused'
  if (phase === 'early') return 'half'
  return mode !== 'draw' && availability === 'sold_out' ? 'dark' : 'open'
}

/** What the page says of the drop in one line. */
export function statusText({ paused, availability, mode }: Drop, phase: Phase): string {
  if (phase === 'ended') return 'This drop is over'
  if (phase === 'teased') return 'Opens in'
  if (paused) return 'Paused for a moment'
  if (phase === 'early') return 'Early access is open'
  if (phase === 'awarding') return 'The draw is done'
  if (mode === 'draw' || availability === 'available') return 'Live now'
  return availability === 'all_held' ? 'All held right now' : 'Sold out'
}

const SECOND = 1000
const UNITS = [
  ['days', 24 * 3600 * SECOND],
  ['hours', 3600 * SECOND],
  ['minutes', 60 * SECOND],
  ['seconds', SECOND],
] as const

export type Part = { unit: (typeof UNITS)[number][0]; value: number }

/** Days, hours, minutes and seconds until a moment, rounded up, so that 0 is shown only when it has come. */
export function partsUntil(at: number, now: number): Part[] {
  let left = Math.max(0, Math.ceil((at - now) / SECOND)) * SECOND
  return UNITS.map(([unit, length]) => {
    const value = Math.floor(left / length)
    left -= value * length
    return { unit, value }
  })
}
