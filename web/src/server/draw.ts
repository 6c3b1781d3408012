import './polyfills'
import { render } from '~/app/entry-server'
import type { PageData } from '~/shared/api/query-client'

/** What the Go program calls to draw a page. Text in, text out: values that cross over are JSON. */
const program = {
  /** Leaves the result where `take` finds it: the engine settles promises after the call has returned. */
  render(url: string, data: string) {
    finished = undefined
    render(url, JSON.parse(data) as PageData).then(
      (html) => {
        finished = { html }
      },
      (error: unknown) => {
        finished = { error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }
      },
    )
  },

  take: () => JSON.stringify(finished ?? { error: 'The page was not finished.' }),
}

let finished: { html?: string; error?: string } | undefined

Object.assign(globalThis, { snackdrop: program })
