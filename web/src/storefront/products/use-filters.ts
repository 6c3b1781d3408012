import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Filters, readFilters, writeFilters } from './filters'

export type ChangeFilters = (change: Partial<Filters>, options?: { replace?: boolean }) => void

/** The filters of the address, and the way to change them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text])
  const change: ChangeFilters = (part, options) =>
    // Always from the newest address: two quick changes must not undo each other.
    setParams((now) => writeFilters({ ...readFilters(now), ...part }), {
      ...options,
      preventScrollReset: true,
    })
  return [filters, change]
}
