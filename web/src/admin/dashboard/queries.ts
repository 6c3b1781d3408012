import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type Dashboard = Schemas['Dashboard']
export type SalesPeriod = Schemas['SalesPeriod']
export type SalesDay = Schemas['SalesDay']

/** Days are those of the viewer's time zone, which is sent to the server. */
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/api/admin/dashboard', { params: { query: { zone: zone() } }, signal })),
})
