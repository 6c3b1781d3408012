import { isSelling } from '~/shared/lib/drop-phase'
import type { DropListItem, DropPhase } from './queries'

type Stated = Pick<DropListItem, 'phase' | 'paused' | 'draft' | 'scheduled_at' | 'withdrawn_at'>
type Tone = 'blue' | 'amber' | 'green' | 'purple' | 'grey' | 'red'

const states: Record<Exclude<DropPhase, 'draft'>, { text: string; tone: Tone }> = {
  teased: { text: 'Teased', tone: 'blue' },
  early: { text: 'Early access', tone: 'purple' },
  live: { text: 'Live', tone: 'green' },
  awarding: { text: 'Awarding', tone: 'purple' },
  ended: { text: 'Ended', tone: 'grey' },
}

/** The state of a drop as one word for staff. */
export function stateOf(drop: Stated): { text: string; tone: Tone } {
  if (drop.withdrawn_at) return { text: 'Withdrawn', tone: 'grey' }
  if (drop.phase === 'draft')
    return drop.scheduled_at ? { text: 'Scheduled', tone: 'blue' } : { text: 'Draft', tone: 'grey' }
  return drop.paused ? { text: 'Paused', tone: 'amber' } : states[drop.phase]
}

/** Whether the drop is a draft: nothing is promised to anybody. One that is not saved yet is. */
export const isDraft = (drop: Stated | undefined) => drop?.draft ?? true

/** Whether people can buy in it, or will soon: its control room has figures then. */
export const isRunning = ({ phase }: Stated) => isSelling(phase)
