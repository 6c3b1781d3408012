import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type StaffDrop = Schemas['StaffDropDetail']
export type DropListItem = Schemas['StaffDrop']
export type DropInput = Schemas['DropInput']
export type DropMode = StaffDrop['mode']
export type EarlyAccess = StaffDrop['early_access']
export type DropPhase = StaffDrop['phase']

export const dropsKey = ['admin', 'drops'] as const

export const dropsQuery = queryOptions({
  queryKey: [...dropsKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/drops', { signal })),
})

export const dropQuery = (id: number) =>
  queryOptions({
    queryKey: [...dropsKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/drops/{id}', { params: { path: { id } }, signal })),
  })

const at = (id: number) => ({ params: { path: { id } } })

export const createDrop = (body: DropInput) => unwrap(api.POST('/api/admin/drops', { body }))

export const changeDrop = (id: number, body: DropInput & { version: number }) =>
  unwrap(api.PUT('/api/admin/drops/{id}', { ...at(id), body }))

export const deleteDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.DELETE('/api/admin/drops/{id}', { params: { path: { id }, query: { version } } }))

export const scheduleDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/schedule', { ...at(id), body: { version } }))

export const withdrawDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/withdraw', { ...at(id), body: { version } }))

export const duplicateDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/duplicate', { ...at(id), body: { version } }))

export const addCode = ({ id, version }: StaffDrop, code: { label: string; max_uses: number }) =>
  unwrap(api.POST('/api/admin/drops/{id}/codes', { ...at(id), body: { ...code, version } }))

export const liftLimit = ({ id, version }: StaffDrop, email: string) =>
  unwrap(api.POST('/api/admin/drops/{id}/limit-exceptions', { ...at(id), body: { email, version } }))

/** Writes a response of the server into the cache, before everything that shows drops is fetched again. */
export const putDrop = (client: QueryClient, drop: StaffDrop) =>
  client.setQueryData(dropQuery(drop.id).queryKey, drop)

/** Refetches everything that shows drops, or products that are in one. */
export async function refreshDrops(client: QueryClient) {
  await Promise.all(
    [dropsKey, ['admin', 'products'], ['drops'], ['products']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
