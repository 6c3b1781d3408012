import { saleIn } from '~/shared/lib/drop-phase'
import type { Drop, Phase } from './types'

/** The main action of a drop's page. */
export type Action = 'remind' | 'unlock' | 'line' | 'buy' | 'waitlist' | 'draw' | 'wait' | 'next'

type Visitor = {
  now: number | undefined
  /** An early pass, and a valid pass of the line; empty without. */
  early: string
  pass: string
}

export function actionOf(drop: Drop, phase: Phase, { now, early, pass }: Visitor): Action {
  const { mode, paused, availability } = drop
  const sale = saleIn(drop, phase)
  if (phase === 'ended') return 'next'
  if (phase === 'awarding') return 'draw'
  if (paused && phase !== 'teased') return 'wait'
  if (phase === 'live') {
    if (mode === 'draw') return 'draw'
    const open = sale === 'open'
    if (availability === 'available') return open || pass ? 'buy' : 'line'
    return open || availability === 'sold_out' ? 'waitlist' : 'line'
  }
  if (phase === 'early' && early) return sale === 'early pass' || pass ? 'buy' : 'line'
  const lineOpen = drop.queue_opens_at !== null && now !== undefined && Date.parse(drop.queue_opens_at) <= now
  if (mode === 'queue' && lineOpen) return 'line'
  return phase === 'early' && takesCodes(drop) ? 'unlock' : 'remind'
}

/** Whether a code opens early access. */
export const takesCodes = ({ early_access }: Drop) => early_access === 'codes' || early_access === 'both'

/** The pass that POST /api/reservations needs to hold units; empty when units of this drop are not held now. */
export function holdingPass(
  drop: Pick<Drop, 'mode'> & { line_closed?: boolean | undefined },
  phase: Phase,
  { early, pass }: Pick<Visitor, 'early' | 'pass'>,
): string {
  const sale = saleIn(drop, phase)
  if (sale === 'reservation') return pass
  return sale === 'early pass' ? early : ''
}
