import type { components } from '~/shared/api/schema.gen'

type Phase = components['schemas']['StaffDrop']['phase']

/** Whether units of a drop are sold in this phase, to those with early access or to everybody. */
export const isSelling = (phase: Phase) => phase === 'early' || phase === 'live'
