import type { QueryKey } from '@tanstack/react-query'
import type { QueryDescriptor } from '~/shared/api/public-query'
import type { SettingReader } from './settings'

/** The address of a page: `origin` has the scheme and host, `pathname` is canonical on the server. */
export type PageUrl = {
  origin: string
  pathname: string
  params: Record<string, string>
  search: URLSearchParams
}

/** The result of a query: undefined is not known yet, null says that there is no such thing. */
export type Known = <T>(query: { queryKey: QueryKey }) => T | null | undefined

/** Reads one public setting of the shop. */
export type Setting = SettingReader

/** What a page says about itself in the document's head. */
type Meta = {
  /** Without the shop's name. Undefined: it depends on a query that has no result yet. */
  title?: string
  description?: string
  /** 404: what the page is about does not exist. Such a page is not indexed. */
  status?: 404
  noindex?: boolean
  type?: 'website' | 'product'
  image?: { url: string; width: number; height: number }
  /** schema.org objects. */
  jsonLd?: object[]
}

/**
 * All that the shop knows of a page beside its component. A file `*.page.tsx` exports it as `route`, and the component as its
 * default: that file is all there is to a page. The two are compiled apart (web/page-modules.ts), so `route` must not use
 * the component, and `path` must be a literal.
 */
export type PageRoute = {
  /** In the router's form. The first is the page's own address; the others show the same page. */
  path: string | [string, ...string[]]
  /** public: rendered on the server, the same for everybody. client: rendered by the browser alone, and never indexed. */
  render: 'public' | 'client'
  /** The queries that the page shows. Called again with the results until it names no new one. */
  queries?(url: PageUrl, known: Known): QueryDescriptor[]
  meta(known: Known, setting: Setting, url: PageUrl): Meta
  /** The one path of all those that show the same. Unset: the first `path` with the parameters as they are. */
  canonical?(url: PageUrl): string
  /** The parameters of the query that the page depends on, and their one spelling. Unset: it depends on none. */
  search?: { names: readonly string[]; canonical(search: URLSearchParams): URLSearchParams }
  /** Listed in the sitemap: at its path, or once for every thing of the kind that fills the path's parameter. */
  sitemap?: true | 'products' | 'categories' | 'drops'
  /** Changes when a drop changes its phase: itself, or once for the drop or every product of it that fills the path's
   * parameter. It is rendered before that moment. */
  phases?: true | 'drops' | 'products'
  /** false: robots.txt asks crawlers to stay away. */
  crawl?: false
  /** What a client page says where the browser runs no script. Unset: that it needs one, and what can be read without. */
  noScript?: { title: string; text: string }
  /** Rendered when the program starts, because most visits begin here. */
  warm?: true
}

/** The route of a page of the admin area, but for its path. Its heading titles the tab: see usePageTitle. */
export const adminPage: Omit<PageRoute, 'path'> = {
  render: 'client',
  crawl: false,
  meta: () => ({ title: 'Admin' }),
}

/** The title of the browser's tab. */
export const documentTitle = (title: string | undefined, setting: Setting) =>
  title ? `${title} · ${setting('site_name')}` : setting('site_name')
