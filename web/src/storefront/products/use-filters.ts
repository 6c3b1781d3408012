import { startTransition, useMemo, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'
import { type Filters, readFilters, writeFilters } from './filters'

export type ChangeFilters = (change: Partial<Filters>, options?: { replace?: boolean }) => void

/** The filters of the address, and the way to change them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const told = useMemo(() => readFilters(new URLSearchParams(text)), [text])
  // The address changes in its own time; a tick shows at once.
  const [filters, show] = useOptimistic(told)
  const change: ChangeFilters = (part, options) =>
    startTransition(() => {
      show((now) => ({ ...now, ...part }))
      // Always from the newest address: two quick changes must not undo each other.
      setParams((now) => writeFilters({ ...readFilters(now), ...part }), {
        ...options,
        preventScrollReset: true,
      })
    })
  return [filters, change]
}
