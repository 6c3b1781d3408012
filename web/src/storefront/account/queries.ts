import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'

type Schemas = components['schemas']
export type Profile = Schemas['Profile']
export type SavedAddress = Schemas['SavedAddress']
export type OwnOrder = Schemas['OwnOrder']
export type SecondFactor = Schemas['SecondFactor']

/** Private data: it is removed from the cache at sign-out. */
export const accountKeys = {
  profile: ['account', 'profile'] as const,
  addresses: ['account', 'addresses'] as const,
  devices: ['account', 'devices'] as const,
  secondFactor: ['account', 'second-factor'] as const,
  orders: [...keys.orders, 'own'] as const,
}

export const profileQuery = queryOptions({
  queryKey: accountKeys.profile,
  queryFn: ({ signal }) => unwrap(api.GET('/api/profile', { signal })),
})

export const addressesQuery = queryOptions({
  queryKey: accountKeys.addresses,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/account/addresses', { signal }))).items,
})

export const devicesQuery = queryOptions({
  queryKey: accountKeys.devices,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/account/sessions', { signal }))).items,
})

export const secondFactorQuery = queryOptions({
  queryKey: accountKeys.secondFactor,
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/second-factor', { signal })),
})

export const recentOrdersQuery = queryOptions({
  queryKey: [...accountKeys.orders, 'recent'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/account/orders', { params: { query: { limit: 3 } }, signal }))).items,
})

export const ordersQuery = infiniteQueryOptions({
  queryKey: [...accountKeys.orders, 'pages'],
  queryFn: ({ pageParam, signal }) =>
    unwrap(api.GET('/api/account/orders', { params: { query: { limit: 10, cursor: pageParam } }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})
