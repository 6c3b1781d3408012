import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type Backup = Schemas['StaffBackup']
export type Backups = Schemas['Backups']

const POLL_MS = 1500

export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/backups', { signal })),
  staleTime: 0,
  // While one is made, its progress is followed.
  refetchInterval: (query) => (query.state.data?.running ? POLL_MS : false),
})

export const startBackup = () => unwrap(api.POST('/api/admin/backups'))

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** 4200000 → 4.2 MB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`
}

/** How far a running backup is, in percent; undefined until its rows are counted. */
export function percentOf({ rows_done, rows_total }: Backup): number | undefined {
  return rows_total > 0 ? Math.floor((100 * rows_done) / rows_total) : undefined
}
