import type { Schemas } from '~/admin/shared/api'
import { localDateTime } from '~/admin/shared/when'

export type AuditEntry = Schemas['AuditEntry']
export type Facts = Record<string, unknown> | null

type FactDiff = { name: string; before: string; after: string }

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.map(text).join(value.some((item) => typeof item === 'object') ? '; ' : ', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name.replaceAll('_', ' ')} ${text(part)}`)
      .join(', ')
  return String(value)
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const shown = (value: string) => (timestamp.test(value) ? localDateTime(value) : value)

/** The fields that changed; all fields of a thing that was created or deleted. */
export function diffFacts(before: Facts, after: Facts): FactDiff[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return names
    .map((name) => ({ name, before: text(before?.[name]), after: text(after?.[name]) }))
    .filter((fact) => fact.before !== fact.after)
    .map(({ name, before, after }) => ({ name, before: shown(before), after: shown(after) }))
}

/** The name of the thing, if its fields have one. */
export function nameOf({ before, after, entity_id }: AuditEntry): string {
  const facts = { ...(before as Facts), ...(after as Facts) }
  return text(facts.name ?? facts.number ?? facts.code ?? facts.email) || entity_id
}

/** stock_quantity → Stock quantity */
export function labelFor(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/^api\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The page that shows the thing, if there is one. */
export function pageOf({ entity, entity_id, action }: AuditEntry): string | undefined {
  if (action === 'delete') return undefined
  if (entity === 'settings') return '/admin/settings'
  const folder = { product: 'products', category: 'categories', order: 'orders', drop: 'drops' }[entity]
  return folder && entity_id ? `/admin/${folder}/${entity_id}` : undefined
}
