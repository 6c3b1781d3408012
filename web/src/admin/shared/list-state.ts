import { useLocation, useSearchParams } from 'react-router'
import { useLatestSearch } from '~/shared/lib/latest-search'

type Trail = { trail?: (string | null)[] }

/**
 * A list's search, filters, sort order and page, kept in the URL so that a link or a reload shows the same.
 * Pages are reached by cursor; the previous cursors are in the history entry's state, which a shared link lacks.
 */
export function useListState(defaultSort = '') {
  const [params, setParams] = useSearchParams()
  const latest = useLatestSearch()
  const location = useLocation()
  const trail = (location.state as Trail | null)?.trail ?? []
  const after = params.get('after')

  function change(values: Record<string, string | null>, replace = true) {
    const next = latest()
    // A cursor is not valid for another filter or sort order.
    next.delete('after')
    next.delete('page')
    for (const [key, value] of Object.entries(values)) {
      if (value) next.set(key, value)
      else next.delete(key)
    }
    setParams(next, { replace, preventScrollReset: true })
  }

  function goTo(cursor: string | null, page: number, nextTrail: (string | null)[]) {
    const next = latest()
    if (cursor) next.set('after', cursor)
    else next.delete('after')
    if (page > 1) next.set('page', String(page))
    else next.delete('page')
    setParams(next, { state: { trail: nextTrail } satisfies Trail })
  }

  const page = after ? Math.max(2, Number(params.get('page')) || 2) : 1
  return {
    get: (key: string) => params.get(key) ?? '',
    set: change,
    search: params.get('q') ?? '',
    sort: params.get('sort') || defaultSort,
    after: after ?? undefined,
    page,
    /** Whether any of these keys narrows the list. */
    isNarrowed: (keys: string[]) => keys.some((key) => params.has(key)),
    paging: {
      page,
      next: (cursor: string) => goTo(cursor, page + 1, [...trail, after]),
      previous: () => goTo(trail.at(-1) ?? null, trail.length ? page - 1 : 1, trail.slice(0, -1)),
      /** A shared link has no previous cursors: back is the first page. */
      knowsPrevious: trail.length > 0 || page === 2,
    },
  }
}

export type ListState = ReturnType<typeof useListState>
