import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type StaffSettings = Schemas['StaffSettings']

export const adminSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'form'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings', { signal })),
})
