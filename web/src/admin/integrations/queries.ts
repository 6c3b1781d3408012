import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type Webhook = Schemas['StaffWebhook']
export type Delivery = Schemas['WebhookDelivery']
export type ApiKey = Schemas['StaffAPIKey']

export const webhooksKey = ['admin', 'webhooks'] as const

export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/webhooks', { signal })),
})

export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...webhooksKey, 'deliveries', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/webhooks/{id}/deliveries', { params: { path: { id } }, signal })),
  })

export const apiKeysQuery = queryOptions({
  queryKey: ['admin', 'api-keys'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/api-keys', { signal })),
})

const at = (id: number) => ({ params: { path: { id } } })

export const addWebhook = (body: { url: string; events: string[]; format: Webhook['format'] }) =>
  unwrap(api.POST('/api/admin/webhooks', { body }))

export const removeWebhook = (id: number) => unwrap(api.DELETE('/api/admin/webhooks/{id}', at(id)))

export const testWebhook = (id: number) => unwrap(api.POST('/api/admin/webhooks/{id}/test', at(id)))

export const resendDelivery = (id: number, delivery: number) =>
  unwrap(
    api.POST('/api/admin/webhooks/{id}/deliveries/{delivery}/resend', { params: { path: { id, delivery } } }),
  )

export const createApiKey = (body: { name: string; scopes: string[] }) =>
  unwrap(api.POST('/api/admin/api-keys', { body }))

export const revokeApiKey = (id: number) => unwrap(api.DELETE('/api/admin/api-keys/{id}', at(id)))
