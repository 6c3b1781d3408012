import { useEffect, useRef } from 'react'

/**
 * Lets the browser's Back close a panel over the page, as people expect it on a phone: an open panel is an entry of its own
 * in the history, at the address of the page. Returns the way to close it, which goes back too. A link inside the panel
 * must `replace` that entry.
 */
export function useCloseOnBack(close: () => void): () => void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!history.state?.panel) {
      // The router counts its entries in `idx`.
      history.pushState({ ...history.state, idx: (history.state?.idx ?? 0) + 1, panel: true }, '')
    }
    function onPop(event: PopStateEvent) {
      // The page below is still there: for the router nothing has happened.
      event.stopImmediatePropagation()
      latest.current()
    }
    addEventListener('popstate', onPop, { capture: true, once: true })
    return () => removeEventListener('popstate', onPop, { capture: true })
  }, [])
  return () => history.back()
}
