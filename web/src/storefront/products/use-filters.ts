import { startTransition, useMemo, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'
import { useLatestSearch } from '~/shared/lib/latest-search'
import { type Filters, readFilters, writeFilters } from './filters'

export type ChangeFilters = (change: Partial<Filters>, options?: { replace?: boolean }) => void

/** The filters in the URL, and a function to change them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [params, setParams] = useSearchParams()
  const latest = useLatestSearch()
  const text = params.toString()
  const told = useMemo(() => readFilters(new URLSearchParams(text)), [text])
  // The URL changes in a transition; the checkbox shows its new state at once.
  const [filters, show] = useOptimistic(told)
  const change: ChangeFilters = (part, options) =>
    startTransition(() => {
      // Another list begins with its first product.
      const change = { after: undefined, ...part }
      show((now) => ({ ...now, ...change }))
      setParams(writeFilters({ ...readFilters(latest()), ...change }), {
        ...options,
        preventScrollReset: true,
      })
    })
  return [filters, change]
}
