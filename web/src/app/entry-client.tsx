import '~/styles.css'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient, type PageData } from '~/shared/api/query-client'
import { basePath, previewAt } from '~/shared/lib/preview'
import { App } from './App'
import { prepareAdminArea } from './lazy-admin-area'
import { prefetchOnIntent } from './prefetch-on-intent'
import { routes } from './routes'

/** Loads the code of the page at hand first, so that the first render is already the page. */
async function loadMatchedPages() {
  const matches = matchRoutes(routes, window.location, basePath) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

function readData(): PageData | undefined {
  const text = document.getElementById('snackdrop-data')?.textContent
  return text ? JSON.parse(text) : undefined
}

/** Code from the browser's cache may run before a slow page is complete, and React can only hydrate all of it. */
const documentComplete = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', resolve)
    else resolve(0)
  })

/**
 * Titles the tab after a navigation. The first page's title came with the HTML, unless it depends on the query: the
 * server titles a client-only page without looking at that.
 */
function titleOnNavigation(router: ReturnType<typeof createBrowserRouter>, client: QueryClient) {
  const update = () =>
    import('./document-title').then(
      ({ showTitle }) => showTitle(client),
      () => undefined,
    )
  router.subscribe(({ navigation }) => navigation.state === 'idle' && update())
  if (window.location.search || previewAt) update()
}

/** Lets the browser handle input between two steps. */
const yieldToMain = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  await documentComplete()
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no #app element.')
  await yieldToMain()
  await prepareAdminArea(() => router)
  await loadMatchedPages()
  const queryClient = createQueryClient(readData())
  await yieldToMain()
  const router = createBrowserRouter(routes, { basename: basePath })
  // Only after RouterProvider has subscribed: the first subscriber gets the updates made before it, the restored scroll position among them.
  addEventListener('hydrated', () => titleOnNavigation(router, queryClient), { once: true })
  const app = (
    <StrictMode>
      <App queryClient={queryClient}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  )
  // In a transition React hydrates the page in small steps and handles a tap between two of them.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
  prefetchOnIntent(queryClient)
  if (previewAt) void import('./PreviewBar').then(({ showPreviewBar }) => showPreviewBar(queryClient))
}

void start()
