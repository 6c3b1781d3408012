import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys, orNull } from '~/shared/api/queries'
import type { QueryDescriptor } from '~/shared/api/query-descriptors'

export const dropQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.drops, 'one', slug],
    queryFn: ({ signal }) =>
      orNull(unwrap(api.GET('/api/drops/{slug}', { params: { path: { slug } }, signal }))),
  })

export const dropsQuery = queryOptions({
  queryKey: [...keys.drops, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/drops', { signal })),
})

export const dropDescriptor = (slug: string): QueryDescriptor => ({
  key: dropQuery(slug).queryKey,
  path: `/api/drops/${encodeURIComponent(slug)}`,
})

export const dropsDescriptor: QueryDescriptor = { key: dropsQuery.queryKey, path: '/api/drops' }

const at = (slug: string) => ({ path: { slug } })

export const remindMe = (slug: string, email: string) =>
  unwrap(api.POST('/api/drops/{slug}/reminders', { params: at(slug), body: { email } }))

export const confirmReminder = (slug: string, token: string) =>
  unwrap(api.POST('/api/drops/{slug}/reminders/confirm', { params: at(slug), body: { token } }))

export const unlock = (slug: string, key: { token: string } | { code: string; email: string }) =>
  unwrap(api.POST('/api/drops/{slug}/unlock', { params: at(slug), body: key }))

/** Sets units aside for the owner of a pass. `units` is the total wanted, however many are held already. */
export const holdUnits = (product_id: number, units: number, pass: string) =>
  unwrap(api.POST('/api/reservations', { body: { product_id, units, pass } }))
