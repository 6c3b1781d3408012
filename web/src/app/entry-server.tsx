import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createQueryClient, type PageData } from '~/shared/api/query-client'
import { App } from './App'
import { routes } from './routes'

const handler = createStaticHandler(routes)

/** The HTML of one public page, made of the same `data` that the browser receives with it. */
export async function render(url: string, data: PageData): Promise<string> {
  const context = await handler.query(new Request(url))
  if (context instanceof Response) throw new Error(`The page ${url} answers with status ${context.status}.`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(
    <App queryClient={createQueryClient(data)}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
}
