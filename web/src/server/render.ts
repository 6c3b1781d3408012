import './polyfills'
import { render } from '~/app/entry-server'
import type { PageData } from '~/shared/api/query-client'

/** What the Go program calls to render a page. Values are passed as JSON text. */
const program = {
  /** Leaves the result for `take`: the VM settles promises after this call has returned. */
  render(url: string, data: string) {
    result = undefined
    render(url, JSON.parse(data) as PageData).then(
      (html) => {
        result = { html }
      },
      (error: unknown) => {
        result = { error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }
      },
    )
  },

  take: () => JSON.stringify(result ?? { error: 'The page was not finished.' }),
}

let result: { html?: string; error?: string } | undefined

Object.assign(globalThis, { snackdrop: program })
