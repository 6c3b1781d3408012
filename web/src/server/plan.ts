import './polyfills'
import { pagePlan } from '~/app/page-plan'
import type { PageData } from '~/shared/api/query-client'
import { themeVariables } from '~/shared/lib/theme'

/**
 * What the Go program asks before a page is drawn: which answers it is made of, and its colours. It is a script of its
 * own, without React, so that the engine that is always there is a small one. Text in, text out.
 */
const program = {
  plan: (url: string, data: string) => JSON.stringify(pagePlan(new URL(url), JSON.parse(data) as PageData)),

  theme: (primary: string, secondary: string) =>
    `:root{${Object.entries(themeVariables(primary, secondary))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`,
}

Object.assign(globalThis, { snackdrop: program })
