import type { QueryClient } from '@tanstack/react-query'

/** The events that say somebody points at a link, by mouse, finger or keyboard. */
const INTENT_EVENTS = ['pointerover', 'focusin']

/** Prefetches the pages behind links that somebody points at. The code for it is loaded at the first such event. */
export function prefetchOnIntent(client: QueryClient) {
  let last: Event | undefined
  function note(event: Event) {
    const loading = last
    last = event // while the code is loading, somebody may point at another link
    if (loading) return
    import('./prefetch').then(({ startPrefetching }) => {
      stop()
      startPrefetching(client, last as Event, INTENT_EVENTS)
    }, stop)
  }
  function stop() {
    for (const type of INTENT_EVENTS) removeEventListener(type, note)
  }
  for (const type of INTENT_EVENTS) addEventListener(type, note, { passive: true })
}
