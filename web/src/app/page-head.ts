import { settingsQuery } from '~/shared/api/queries'
import type { PageData } from '~/shared/api/query-client'
import { documentTitle } from '~/shared/lib/page'
import { settingDefaults } from '~/shared/lib/setting-defaults.gen'
import { fillText, type PublicSettings, type SettingReader, settingsReader } from '~/shared/lib/settings'
import { headDefaults } from '~/storefront/static/head-defaults.gen'
import { adminPageRoutes } from './admin-page-routes'
import { withoutScript } from './no-script'
import { addPageRoutes, knownFrom, matchPage, type PageMatch, pageRoutes, pathsOf } from './page-routes'

/** What the server needs to know of the page at an address, read from the page's own `route`. The browser does not use it. */

addPageRoutes(adminPageRoutes)

/** The picture of a page that has none of its own. /social.jpg shows the built-in name, logo and headline; a shop with others gets a card that shows them. */
function shopImage(setting: SettingReader) {
  const size = { width: 1200, height: 630 }
  const { site_name, hero_headline } = settingDefaults
  const builtIn = setting('site_name') === site_name && setting('hero_headline') === hero_headline
  if (builtIn && !setting('site_logo')) return { url: '/social.jpg', ...size }
  const shown = [
    setting('site_name'),
    fillText(setting('hero_headline'), setting),
    setting('primary_color'),
    setting('site_logo'),
  ]
  return { url: `/card.jpg?v=${versionOf(shown.join('\n'))}`, ...size }
}

/** A hash (FNV-1a) for an address: whoever shows shared links keeps a picture as long as its address is the same. */
function versionOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Where an address leads. It depends on the address alone. */
export function resolvePage(address: URL) {
  const match = matchPage(address)
  return {
    /** The address under which the page is cached, rendered and linked. */
    key: canonicalAddress(match),
    /** The page's source, by which the build's manifest lists its code. */
    source: match.file.replace(/^\.\./, 'src'),
    client: match.route.render === 'client',
    /** The names of the parameters that matter. Go leaves out the others before it asks again. */
    parameters: match.route.search?.names ?? [],
  }
}

function canonicalAddress(match: PageMatch): string {
  const query = match.route.search?.canonical(match.url.search).toString()
  return canonicalPath(match) + (query ? `?${query}` : '')
}

function canonicalPath({ route, pattern, url }: PageMatch): string {
  if (route.canonical) return route.canonical(url)
  if (pattern === '*') return '/404' // one page for all addresses that lead nowhere
  return pathsOf(route)[0]?.replace(/:(\w+)/g, (_, name) => encodeURIComponent(url.params[name] ?? '')) ?? '/'
}

/** The head of the page at a canonical address, and its status. */
export function pageHead(address: URL, data: PageData) {
  const match = matchPage(address)
  const known = knownFrom(data)
  const setting = settingsReader(known<PublicSettings>(settingsQuery), {
    ...settingDefaults,
    ...headDefaults,
  })
  const { origin } = address
  const meta = match.route.meta(known, setting, match.url)
  const image = meta.image ?? shopImage(setting)
  const client = match.route.render === 'client'
  return {
    status: meta.status ?? 200,
    site: setting('site_name'),
    title: documentTitle(meta.title, setting),
    description:
      meta.description || fillText(`${setting('tagline')} ${setting('site_description')}`, setting),
    canonical: origin + address.pathname,
    noindex: client || meta.status === 404 || meta.noindex === true,
    type: meta.type ?? 'website',
    image: origin + image.url,
    imageWidth: image.width,
    imageHeight: image.height,
    jsonLd: meta.jsonLd ?? [],
    noscript: client ? withoutScript(match.route.noScript?.title, match.route.noScript?.text) : '',
  }
}

/** What robots.txt, the sitemap, the start of the program and the drops need of all pages. */
export function pageIndex() {
  const routes = Object.values(pageRoutes)
  const first = (route: (typeof routes)[number]) => pathsOf(route)[0] as string
  const listed = (kind: 'sitemap' | 'phases') =>
    routes
      .filter((route) => route[kind])
      .map((route) => ({ path: first(route), each: route[kind] === true ? '' : route[kind] }))
  const hidden = routes
    .filter(({ crawl }) => crawl === false)
    .map((route) => first(route).replace(/:.*$/, ''))
    .sort()
  return {
    sitemap: listed('sitemap').sort((a, b) => (a.path < b.path ? -1 : 1)),
    // robots.txt names beginnings: /admin is all of it.
    disallow: hidden.filter((path) => !hidden.some((other) => path.startsWith(`${other}/`))),
    warm: routes.filter(({ warm }) => warm).map(first),
    phases: listed('phases'),
  }
}
