import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { addressOf, get } from './client'
import { ApiError } from './errors'
import type { paths } from './types'

/**
 * One query of a page as the server needs it: the key in the query cache, and the API path of the result. `pages`: it is
 * the first page of an endless list. `meta`: its result is needed to know the page's head or its further queries.
 */
export type QueryDescriptor = { key: QueryKey; path: string; pages?: true; meta?: true }

type Parameters<P extends keyof paths> = paths[P] extends { get: { parameters: infer All } }
  ? Omit<All, 'header' | 'cookie'>
  : never
type Body<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Json } } } }
}
  ? Json
  : never
/** Left out where the path has none that are required. */
type Given<P extends keyof paths> =
  Partial<Parameters<P>> extends Parameters<P> ? [params?: Parameters<P>] : [params: Parameters<P>]

/**
 * A query whose response is the same for everybody. The browser asks `path` for it, and the server reads the same path when it
 * makes a page: see descriptorOf.
 */
export function publicQuery<const K extends QueryKey, P extends keyof paths>(
  queryKey: K,
  template: P,
  ...[params]: Given<P>
) {
  const path = addressOf(template, params)
  return {
    ...queryOptions({ queryKey, queryFn: ({ signal }) => get<Body<P>>(path, signal) }),
    path,
  }
}

/** A public query of one thing. "Not found" is null, so that a page that showed it a moment ago can say that it is gone. */
export function publicThingQuery<const K extends QueryKey, P extends keyof paths>(
  queryKey: K,
  template: P,
  ...[params]: Given<P>
) {
  const path = addressOf(template, params)
  return {
    ...queryOptions({ queryKey, queryFn: ({ signal }) => orNull(get<Body<P>>(path, signal)) }),
    path,
  }
}

/** Turns "not found" into null. */
export function orNull<T>(promise: Promise<T>): Promise<T | null> {
  return promise.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

type Described = { queryKey: QueryKey; path: string; endless?: true }

/** Tells the server of a query. */
export const descriptorOf = ({ queryKey, path, endless }: Described): QueryDescriptor => ({
  key: queryKey,
  path,
  pages: endless,
})

/** Of a query whose result the page's head, or its further queries, depend on. */
export const metaDescriptorOf = (query: Described): QueryDescriptor => ({
  ...descriptorOf(query),
  meta: true,
})
