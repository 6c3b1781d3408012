import '~/styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient, type PageData } from '~/shared/api/query-client'
import { App } from './App'
import { routes } from './routes'

/** Loads the code of the page at hand first, so that the first render is already the page. */
async function loadMatchedPages() {
  const matches = matchRoutes(routes, window.location) ?? []
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

async function start() {
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no #app element.')
  await loadMatchedPages()
  const app = (
    <StrictMode>
      <App queryClient={createQueryClient(readData())}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </App>
    </StrictMode>
  )
  if (root.firstElementChild) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

void start()
