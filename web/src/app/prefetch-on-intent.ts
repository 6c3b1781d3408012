import type { QueryClient } from '@tanstack/react-query'

const SIGNS = ['pointerover', 'focusin']

/** Prefetches the pages behind links that somebody points at. The code for it is loaded at the first such event. */
export function prefetchOnIntent(client: QueryClient) {
  function start(event: Event) {
    for (const sign of SIGNS) removeEventListener(sign, start)
    import('./prefetch').then(
      ({ startPrefetching }) => startPrefetching(client, event),
      () => undefined,
    )
  }
  for (const sign of SIGNS) addEventListener(sign, start, { passive: true })
}
