import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'
import { dropsKey } from './queries'

export type DropMetrics = Schemas['DropMetrics']
type DropTotals = NonNullable<Schemas['DropTotals']>

/** How many seconds the charts show. */
export const SHOWN = 120

type LiveMetrics = { items: DropMetrics[]; next_after: number; totals: DropTotals }

const noTotals: DropTotals = { placed: 0, paid: 0, abandoned: 0, busy: 0, limited: 0, errors: 0 }

/** Adds new rows and drops those that are older than the charts. */
export function addMetrics(known: LiveMetrics | undefined, more: Omit<LiveMetrics, 'totals'>): LiveMetrics {
  const totals = { ...(known?.totals ?? noTotals) }
  for (const row of more.items)
    for (const key of Object.keys(totals) as (keyof DropTotals)[]) totals[key] += row[key]
  const items = [...(known?.items ?? []), ...more.items].filter(
    ({ second }) => second > more.next_after - SHOWN,
  )
  return { items, next_after: more.next_after, totals }
}

/** The figures of a drop. Each fetch asks only for what is new since the last one. */
export const metricsQuery = (id: number, client: QueryClient) => {
  const queryKey = [...dropsKey, 'metrics', id] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LiveMetrics> => {
      const known = client.getQueryData<LiveMetrics>(queryKey)
      const { totals, ...more } = await unwrap(
        api.GET('/api/admin/drops/{id}/metrics', {
          params: { path: { id }, query: { after: known?.next_after } },
          signal,
        }),
      )
      if (totals) return { ...addMetrics(undefined, more), totals }
      return addMetrics(known, more)
    },
  })
}

/** A figure by second: the sum of the counts of all instances, or the highest value of any instance. */
type Series = number[]

const add = (a: number, b: number) => a + b

/** One number for each of the last seconds, from the first that is known on. In a second without rows a count is 0, and a state is the one before. */
export function seriesOf(
  items: DropMetrics[],
  read: (row: DropMetrics) => number,
  together: 'sum' | 'max',
): Series {
  const first = items[0]?.second
  const last = items.at(-1)?.second
  if (first === undefined || last === undefined) return []
  const bySecond = new Map<number, number>()
  const join = together === 'sum' ? add : Math.max
  for (const row of items) {
    const known = bySecond.get(row.second)
    bySecond.set(row.second, known === undefined ? read(row) : join(known, read(row)))
  }
  const series: Series = []
  for (let second = Math.max(first, last - SHOWN + 1); second <= last; second++)
    series.push(bySecond.get(second) ?? (together === 'sum' ? 0 : (series.at(-1) ?? 0)))
  return series
}

export type Figure = { name: string; value: number; series: Series; unit?: string; of?: number }

const latest = (series: Series) => series.at(-1) ?? 0

/** All figures of the control room, by name. */
export function figuresOf({ items, totals }: LiveMetrics): Record<string, Figure> {
  const sum = (read: (row: DropMetrics) => number) => seriesOf(items, read, 'sum')
  const max = (read: (row: DropMetrics) => number) => seriesOf(items, read, 'max')
  const state = (name: string, series: Series, unit?: string) => ({
    name,
    value: latest(series),
    series,
    unit,
  })
  const total = (name: string, key: keyof DropTotals) => ({
    name,
    value: totals[key],
    series: sum((row) => row[key]),
  })
  const calls = sum((row) => row.pay_calls)
  const list: Figure[] = [
    state(
      'Waiting',
      max((row) => row.waiting),
    ),
    state(
      'Called',
      max((row) => row.called),
    ),
    state(
      'Inside',
      max((row) => row.inside),
    ),
    state(
      'Held',
      max((row) => row.held),
    ),
    total('Paid', 'paid'),
    total('Abandoned', 'abandoned'),
    state(
      'Orders per second',
      sum((row) => row.placed),
    ),
    state(
      'p95',
      max((row) => row.p95_ms),
      'ms',
    ),
    total('Errors', 'errors'),
    total('Refused: busy', 'busy'),
    total('Refused: limits', 'limited'),
    state(
      'Units free',
      max((row) => row.free),
    ),
    state(
      'Kept back',
      max((row) => row.kept_back),
    ),
    state(
      'Clock',
      max((row) => Math.abs(row.clock_offset_ms)),
      'ms',
    ),
    { ...state('Payment pace', calls), of: latest(max((row) => row.pay_limit)) },
  ]
  return Object.fromEntries(list.map((figure) => [figure.name, figure]))
}
