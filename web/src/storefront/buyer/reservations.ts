import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'

export type Reservation = components['schemas']['Reservation']

/** Units that are held for whoever has the token. Under the cart's key, so that it is fetched again with the cart. */
export const reservationQuery = (token: string) =>
  queryOptions({
    queryKey: [...keys.cart, 'reservation', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/reservations/{token}', { params: { path: { token } }, signal })),
    staleTime: 10_000,
    // Only a held reservation can change.
    refetchInterval: ({ state }) => (state.data?.state === 'held' ? 60_000 : false),
    retry: false,
  })

export const releaseReservation = (token: string) =>
  unwrap(api.DELETE('/api/reservations/{token}', { params: { path: { token } } }))

/** Sets units aside for the owner of a pass. `units` is the total wanted, however many are held already. */
export const holdUnits = (product_id: number, units: number, pass: string) =>
  unwrap(api.POST('/api/reservations', { body: { product_id, units, pass } }))
