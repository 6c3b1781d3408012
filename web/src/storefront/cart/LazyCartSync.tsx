import { type ComponentType, useEffect, useState } from 'react'
import { useAuth } from '~/shared/auth/auth'
import type { CartStore } from './cart-store'
import { markDirty, standing } from './standing'

type Sync = ComponentType<{ store: CartStore }>

/** A guest needs none of it, so its code comes with the first sign that there is an account. */
export function LazyCartSync({ store }: { store: CartStore }) {
  const { user, isRestoring } = useAuth()
  const [CartSync, setCartSync] = useState<Sync | null>(null)
  const needed = user !== null
  useEffect(() => {
    if (CartSync || (!needed && (isRestoring || standing().user === undefined))) return
    const stop = store.onWrite(markDirty)
    void import('./CartSync').then((module) => {
      stop()
      setCartSync(() => module.CartSync)
    })
    return stop
  }, [CartSync, needed, isRestoring, store])
  return CartSync && <CartSync store={store} />
}
