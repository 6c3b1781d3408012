import { lazy, Suspense, useEffect, useState } from 'react'
import { currentToasts, subscribeToasts } from './toast-store'

const Toaster = lazy(() => import('./Toaster'))

/** Loads the toaster's code at the first pointer, key or notice, to keep the first download small. */
export function LazyToaster() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    if (currentToasts().length > 0) want()
    const unsubscribe = subscribeToasts(want)
    addEventListener('pointerdown', want, { once: true, passive: true })
    addEventListener('keydown', want, { once: true, passive: true })
    return () => {
      unsubscribe()
      removeEventListener('pointerdown', want)
      removeEventListener('keydown', want)
    }
  }, [])
  return <Suspense fallback={null}>{wanted && <Toaster />}</Suspense>
}
