import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

/** A page's paths, and what loads its component: see web/page-modules.ts. */
export type LazyPage = readonly [paths: string | string[], load: () => Promise<{ default: ComponentType }>]

/** A route whose code is loaded when it is opened. Paths are case-sensitive, as on the server. */
export const lazyRoute = (load: LazyPage[1]) => ({
  caseSensitive: true,
  lazy: async () => ({ Component: (await load()).default }),
})

export const lazyRoutes = (pages: readonly LazyPage[]): RouteObject[] =>
  pages.flatMap(([paths, load]) => [paths].flat().map((path) => ({ path, ...lazyRoute(load) })))
