import { lazy, Suspense, useEffect, useState } from 'react'
import type { Product } from '~/shared/api/types'
import { useSettings } from '~/shared/lib/settings'

const JoinWaitlist = lazy(() => import('./JoinWaitlist'))

/** Loads the form where a product can be waited for: only sold-out pages need it. */
export function LazyJoinWaitlist({ product }: { product: Product }) {
  const setting = useSettings()
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const wanted =
    !product.in_stock &&
    product.stock_quantity !== null &&
    setting('waitlist') === 'enabled' &&
    (!product.drop || (product.drop.can_wait === true && product.drop.free === 0))
  if (!wanted) return null
  return (
    // As tall as the form, so that nothing moves when it comes.
    <div className="min-h-71">
      {hydrated && (
        <Suspense>
          <JoinWaitlist key={product.id} product={product} />
        </Suspense>
      )}
    </div>
  )
}
