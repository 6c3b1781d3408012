import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'

export type Reservation = components['schemas']['Reservation']
export type WaitlistPlace = components['schemas']['WaitlistPlace']

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

export const confirmWaitlist = (token: string) =>
  unwrap(api.POST('/api/waitlist/confirm', { body: { token } }))

export const leaveWaitlist = (token: string) => unwrap(api.POST('/api/waitlist/leave', { body: { token } }))
