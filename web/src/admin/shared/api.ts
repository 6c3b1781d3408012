import type { components } from '~/shared/api/schema.gen'

export type Schemas = components['schemas']
