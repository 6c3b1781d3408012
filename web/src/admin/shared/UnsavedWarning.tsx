import { useEffect, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { BEFORE_LOGOUT_EVENT, type BeforeLogout } from '~/shared/auth/AuthProvider'
import { ConfirmDialog } from './ConfirmDialog'

/** The settings keep their form while the URL changes between tabs. */
const TABBED = '/admin/settings'

/** Another path or query is another form: the query names, for instance, the product to copy. */
const leaves = (from: Location, to: Location) =>
  from.pathname !== to.pathname || (from.search !== to.search && to.pathname !== TABBED)

/**
 * Asks before unsaved work is lost by a link, the back button, a reload, a closed tab or a logout.
 * A form that has just been saved navigates with `state: { saved: true }` and passes.
 */
export function UnsavedWarning({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && leaves(currentLocation, nextLocation) && nextLocation.state?.saved !== true,
  )
  const [logout, setLogout] = useState<BeforeLogout['detail'] | null>(null)
  useEffect(() => {
    if (!when) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    // Ask before the logout: afterwards there is nothing to go back to.
    const ask = (event: Event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      setLogout((event as BeforeLogout).detail)
    }
    addEventListener('beforeunload', warn)
    addEventListener(BEFORE_LOGOUT_EVENT, ask)
    return () => {
      removeEventListener('beforeunload', warn)
      removeEventListener(BEFORE_LOGOUT_EVENT, ask)
    }
  }, [when])

  function stay() {
    setLogout(null)
    blocker.reset?.()
  }
  function goOn() {
    setLogout(null)
    if (logout) logout.goOn()
    else blocker.proceed?.()
  }

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked' || logout !== null}
      onOpenChange={(open) => !open && stay()}
      title="Leave without saving?"
      description="Your changes on this page have not been saved."
      cancel="Keep editing"
      confirm="Discard changes"
      danger
      onConfirm={goOn}
    />
  )
}
