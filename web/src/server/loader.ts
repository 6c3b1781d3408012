import './polyfills'
import { missingQueries } from '~/app/route-queries'
import type { PageData } from '~/shared/api/query-client'
import { themeVariables } from '~/shared/lib/theme'

/**
 * What the Go program asks before a page is rendered: which queries it needs, and its colours. It is a script of its own,
 * without React, so that the VM that is always running is a small one. Values are passed as JSON text.
 */
const program = {
  queries: (url: string, data: string) =>
    JSON.stringify(missingQueries(new URL(url), JSON.parse(data) as PageData)),

  theme: (primary: string, secondary: string) =>
    `:root{${Object.entries(themeVariables(primary, secondary))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`,
}

Object.assign(globalThis, { snackdrop: program })
