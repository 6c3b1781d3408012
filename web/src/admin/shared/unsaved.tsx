import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './ConfirmDialog'

/**
 * Stands between unsaved work and whatever would lose it: a link, the back button, a reload, a closed tab.
 * A form that has just been saved navigates with `state: { saved: true }` and passes.
 */
export function UnsavedWarning({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname && nextLocation.state?.saved !== true,
  )
  useEffect(() => {
    if (!when) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [when])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes on this page have not been saved."
      cancel="Keep editing"
      confirm="Discard changes"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
