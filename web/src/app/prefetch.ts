import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router'
import { ApiError } from '~/shared/api/errors'
import type { QueryDescriptor } from '~/shared/api/public-query'
import type { PageData } from '~/shared/api/query-client'
import { showTitle } from './document-title'
import { missingQueries } from './page-routes'
import { routes } from './routes'

/** Long enough that a pointer that only crosses a link fetches nothing. */
const POINTED_MS = 65
/** Queries may depend on the results of others: as in internal/ssr. */
const MAX_ROUNDS = 3

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path)
  if (response.status === 404) return null
  if (!response.ok) throw new ApiError(response.status, undefined)
  return response.json()
}

function prefetchQuery(client: QueryClient, { key, path, pages }: QueryDescriptor) {
  // A page that is opened meanwhile waits for this very request, and its requests are retried.
  const { retry: usual } = client.getDefaultOptions().queries ?? {}
  const retry = (failures: number, error: Error) =>
    client.getQueryCache().find({ queryKey: key })?.isActive() === true &&
    (typeof usual === 'function' ? usual(failures, error) : failures < Number(usual))
  const query = { queryKey: key, queryFn: () => fetchJson(path), retry }
  return pages
    ? client.prefetchInfiniteQuery({ ...query, initialPageParam: undefined })
    : client.prefetchQuery(query)
}

/** Loads the code and the data of a page before it is opened. Fresh data is not fetched again. */
export async function prefetchPage(client: QueryClient, url: URL) {
  for (const { route } of matchRoutes(routes, url) ?? []) {
    // A failed download is reported when the page is opened.
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined)
  }
  const known: PageData = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const missing = missingQueries(url, known)
    await Promise.all(missing.map((each) => prefetchQuery(client, each)))
    for (const { key } of missing) known.push([key, client.getQueryData(key) ?? null])
    if (missing.length === 0) return
  }
}

/** The page that a link within the shop leads to, if it is another one than this. */
function pageBehind(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.origin !== location.origin) return undefined
  const url = new URL(link.href)
  return url.pathname + url.search === location.pathname + location.search ? undefined : url
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** A mouse only passes over most links. A finger and the keyboard stay. */
const pause = (event: Event) => ((event as PointerEvent).pointerType === 'mouse' ? POINTED_MS : 0)

/** Watches what shoppers point at, touch or reach by keyboard, beginning with the event that said there is one. */
export function startPrefetching(client: QueryClient, first: Event, signs: string[]) {
  showTitle(client) // the data may have changed since the page was made
  let pointed = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function onPoint(event: Event) {
    const url = pageBehind(event.target)
    if (url?.href === pointed || savesData()) return
    pointed = url?.href ?? ''
    clearTimeout(timer)
    if (url) timer = setTimeout(() => void prefetchPage(client, url), pause(event))
  }
  for (const sign of signs) addEventListener(sign, onPoint, { passive: true })
  onPoint(first)
}
