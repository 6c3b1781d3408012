import './polyfills'
import { pageHead, pageIndex, resolvePage } from '~/app/page-head'
import { missingQueries } from '~/app/page-routes'
import type { PageData } from '~/shared/api/query-client'
import { themeVariables } from '~/shared/lib/theme'

/**
 * What the Go program asks about pages: where an address leads, which queries the page needs, and its head. It is a script
 * of its own, without React and components, so that the VM that is always running is a small one. Values are passed as
 * JSON text.
 */
const program = {
  resolve: (address: string) => JSON.stringify(resolvePage(new URL(address))),

  /** The queries that are still missing or, when there are none, the head. */
  load(address: string, data: string) {
    const [url, known] = [new URL(address), JSON.parse(data) as PageData]
    const queries = missingQueries(url, known)
    return JSON.stringify(queries.length > 0 ? { queries } : { head: pageHead(url, known) })
  },

  index: () => JSON.stringify(pageIndex()),

  /** More specific than the style sheet's own :root, which comes after it. */
  theme: (primary: string, secondary: string) =>
    `html:root{${Object.entries(themeVariables(primary, secondary))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`,
}

Object.assign(globalThis, { snackdrop: program })
