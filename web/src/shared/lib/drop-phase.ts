import type { components } from '~/shared/api/schema.gen'

type Phase = components['schemas']['StaffDrop']['phase']

/** Whether units of a drop are sold in this phase, to those with early access or to everybody. */
export const isSelling = (phase: Phase) => phase === 'early' || phase === 'live'

type Drop = { mode: components['schemas']['Drop']['mode']; line_closed?: boolean | undefined }

/** What free units of a drop are sold with in a phase: nothing more, an early pass, or a reservation that a pass of the line makes. */
type Sale = 'open' | 'early pass' | 'reservation' | 'none'

/** The same as Drop.SaleAt in Go, by the phase that this browser has reached. The tests of both read drop-cases.json. */
export function saleIn({ mode, line_closed }: Drop, phase: Phase): Sale {
  if (phase === 'early') return mode === 'queue' ? 'reservation' : 'early pass'
  if (phase !== 'live' || mode === 'draw') return 'none'
  return mode === 'queue' && !line_closed ? 'reservation' : 'open'
}
