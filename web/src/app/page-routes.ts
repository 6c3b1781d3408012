import type { QueryKey } from '@tanstack/react-query'
import { metaDescriptorOf, type QueryDescriptor } from '~/shared/api/public-query'
import { settingsQuery } from '~/shared/api/queries'
import type { PageData } from '~/shared/api/query-client'
import { documentTitle, type Known, type PageRoute, type PageUrl } from '~/shared/lib/page'
import { type PublicSettings, settingsReader } from '~/shared/lib/settings'

/**
 * Every page by its source file. The `route` of a page is compiled without its component: see web/page-modules.ts. The pages of
 * the admin area are only in the server's loader script (admin-page-routes.ts): the browser has them in its router.
 */
export const pageRoutes: Record<string, PageRoute> = import.meta.glob<PageRoute>(
  '../storefront/pages/*.page.tsx',
  { eager: true, query: '?route', import: 'route' },
)

export const pathsOf = ({ path }: PageRoute) => (typeof path === 'string' ? [path] : path)

export type PageMatch = { file: string; route: PageRoute; pattern: string; url: PageUrl }

const segments = (path: string) => path.replace(/^\/|\/$/g, '').split('/')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Pattern = { file: string; route: PageRoute; pattern: string; names: string[] }

const patternsOf = (routes: Record<string, PageRoute>) =>
  Object.entries(routes).flatMap(([file, route]) =>
    pathsOf(route).map((pattern): Pattern => ({ file, route, pattern, names: segments(pattern) })),
  )

const patterns = patternsOf(pageRoutes)

/** Adds pages that only some scripts need. */
export function addPageRoutes(routes: Record<string, PageRoute>) {
  Object.assign(pageRoutes, routes)
  patterns.push(...patternsOf(routes))
}

const fallback = patterns.find(({ pattern }) => pattern === '*')

/** The parameters of a path that fits the pattern. An address is spelled in one way: case matters. */
function fit({ names, pattern }: Pattern, parts: string[]): Record<string, string> | undefined {
  if (pattern === '*' || parts.length !== names.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] as string
    if (!name.startsWith(':')) {
      if (part !== name) return undefined
    } else if (part) params[name.slice(1)] = part
    else return undefined
  }
  return params
}

/** The page at an address; the one whose path is `*` is for all that no other page has. */
export function matchPage({ origin, pathname, searchParams }: URL): PageMatch {
  // An escaped slash separates nothing.
  const parts = segments(pathname).map(decode)
  for (const candidate of patterns) {
    const params = fit(candidate, parts)
    if (params) return { ...candidate, url: { origin, pathname, params, search: searchParams } }
  }
  if (!fallback) throw new Error('No page has the path *.')
  return { ...fallback, url: { origin, pathname, params: {}, search: searchParams } }
}

/** Reads what is known from a list of keys and results. */
export function knownFrom(data: PageData): Known {
  const results = new Map(data.map(([key, result]) => [JSON.stringify(key), result]))
  return <T>(query: { queryKey: QueryKey }) =>
    results.get(JSON.stringify(query.queryKey)) as T | null | undefined
}

/** The queries of a page that `data` lacks. Called again until none is missing, for queries that depend on others. */
export function missingQueries(address: URL, data: PageData): QueryDescriptor[] {
  const { route, url } = matchPage(address)
  const there = new Set(data.map(([key]) => JSON.stringify(key)))
  return [metaDescriptorOf(settingsQuery), ...(route.queries?.(url, knownFrom(data)) ?? [])].filter(
    ({ key }) => !there.has(JSON.stringify(key)),
  )
}

/** The title of the browser's tab, undefined while it depends on a result that is not there yet. */
export function titleOf(address: URL, known: Known): string | undefined {
  const { route, url } = matchPage(address)
  const setting = settingsReader(known<PublicSettings>(settingsQuery))
  const { title } = route.meta(known, setting, url)
  return title === undefined ? undefined : documentTitle(title, setting)
}
