import { useEffect, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { BEFORE_LOGOUT_EVENT, type BeforeLogout } from '~/shared/auth/auth'
import { ConfirmDialog } from './ConfirmDialog'

/** The one page whose form stays while its address changes: the tabs of the settings. */
const TABBED = '/admin/settings'

/** Another address is another form, be it only by what a new product is copied from. */
const leaves = (from: Location, to: Location) =>
  from.pathname !== to.pathname || (from.search !== to.search && to.pathname !== TABBED)

/**
 * Stands between unsaved work and whatever would lose it: a link, the back button, a reload, a closed tab, a logout.
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
    // Once the session has ended there is nothing to go back to: the question comes before.
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
