import createClient from 'openapi-fetch'
import type { components, paths } from '~/shared/api/schema.gen'

/** The calls that only staff may make, typed by the contract itself. */
export const staffApi = createClient<paths>({ fetch: (request) => globalThis.fetch(request) })

export type Schemas = components['schemas']
