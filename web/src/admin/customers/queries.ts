import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type Customer = Schemas['CustomerRow']
export type Subscriber = Schemas['Subscriber']
export type CustomerSort = 'last_order' | 'spent' | 'orders'
export type SubscriberStatus = Subscriber['status']

type Page = { search?: string; limit?: number; cursor?: string }

export const customersQuery = (query: Page & { sort?: CustomerSort }) =>
  queryOptions({
    queryKey: ['admin', 'customers', 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/customers', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'customers', 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/customers/{id}', { params: { path: { id } }, signal })),
  })

export const subscribersQuery = (query: Page & { status?: SubscriberStatus }) =>
  queryOptions({
    queryKey: ['admin', 'subscribers', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/subscribers', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

export const forgetSubscriber = (id: number) =>
  unwrap(api.DELETE('/api/admin/subscribers/{id}', { params: { path: { id } } }))
