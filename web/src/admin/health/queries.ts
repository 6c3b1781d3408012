import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'

export type HealthRow = Schemas['HealthRow']
export type HealthState = HealthRow['state']

const EVERY_MS = 60_000

export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/health', { signal })),
  staleTime: 0,
  refetchInterval: EVERY_MS,
})

/** The report when the database is away. Without it the server cannot check the session and refuses the request. */
export function rowOfFailure(error: unknown): HealthRow | undefined {
  if (!(error instanceof ApiError) || error.code !== 'unavailable') return undefined
  return {
    id: 'database',
    name: 'Database',
    state: 'broken',
    text: 'The database does not answer. Nobody can order, and the other parts cannot be asked.',
    advice:
      'Check that its server runs, that the network lets the shop reach it and that its disk has space. The shop goes on by itself when it is back.',
    link: '',
  }
}

const order: HealthState[] = ['broken', 'attention', 'good']

/** The worst state of all rows. */
export function worst(rows: HealthRow[]): HealthState {
  return order.find((state) => rows.some((row) => row.state === state)) ?? 'good'
}
