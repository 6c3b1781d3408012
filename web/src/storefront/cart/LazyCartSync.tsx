import { type ComponentType, useEffect, useState } from 'react'
import { useAuth } from '~/shared/auth/AuthProvider'
import { markDirty, readCartOwner } from './cart-owner'
import type { CartStore } from './cart-store'

type Sync = ComponentType<{ store: CartStore }>

/** Loads the sync code only when somebody is or was signed in: a guest needs none of it. */
export function LazyCartSync({ store }: { store: CartStore }) {
  const { user, isRestoring } = useAuth()
  const [CartSync, setCartSync] = useState<Sync | null>(null)
  const needed = user !== null
  useEffect(() => {
    if (CartSync || (!needed && (isRestoring || readCartOwner().user === undefined))) return
    const stop = store.onWrite(markDirty)
    async function load() {
      try {
        const { CartSync: Loaded } = await import('./CartSync')
        stop()
        setCartSync(() => Loaded)
      } catch {
        // The code could not be loaded without a connection; it is loaded when the browser is online again.
        addEventListener('online', load, { once: true })
      }
    }
    void load()
    return () => {
      stop()
      removeEventListener('online', load)
    }
  }, [CartSync, needed, isRestoring, store])
  return CartSync && <CartSync store={store} />
}
