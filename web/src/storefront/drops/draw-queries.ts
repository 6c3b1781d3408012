import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { orNull, publicThingQuery } from '~/shared/api/public-query'
import { keys } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'

export type Draw = components['schemas']['Draw']
export type DrawEntry = components['schemas']['QueueEntry']

const at = (slug: string) => ({ path: { slug } })
const withTicket = (ticket: string) => ({ 'Queue-Ticket': ticket })

export const drawQuery = (slug: string) =>
  publicThingQuery([...keys.drops, 'draw', slug], '/api/drops/{slug}/draw', at(slug))

/** One's own entry; null when the ticket is not valid any more. */
export const entryQuery = (slug: string, ticket: string) =>
  queryOptions({
    queryKey: [...keys.drops, 'entry', slug, ticket],
    queryFn: ({ signal }) =>
      orNull(
        unwrap(
          api.GET('/api/drops/{slug}/queue/entry', {
            params: { ...at(slug), header: withTicket(ticket) },
            signal,
          }),
        ),
      ),
    enabled: ticket !== '',
  })

export const enterDraw = (slug: string, email: string, enter_next: boolean, proof: string) =>
  unwrap(
    api.POST('/api/drops/{slug}/queue/entries', {
      params: at(slug),
      body: { email, enter_next, proof: proof || undefined },
    }),
  )

export const enterAgain = (slug: string, ticket: string) =>
  unwrap(
    api.POST('/api/drops/{slug}/queue/entries', {
      params: { ...at(slug), header: withTicket(ticket) },
      body: {},
    }),
  )

export const withdraw = (slug: string, ticket: string) =>
  unwrap(api.DELETE('/api/drops/{slug}/queue/entry', { params: { ...at(slug), header: withTicket(ticket) } }))

export const openEntry = (slug: string, token: string) =>
  unwrap(api.POST('/api/drops/{slug}/queue/entry', { params: at(slug), body: { token } }))
