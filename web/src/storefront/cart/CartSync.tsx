import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keys } from '~/shared/api/queries'
import { LOGOUT_EVENT, useAuth } from '~/shared/auth/AuthProvider'
import { forgetBuyer } from '~/storefront/buyer/stores'
import { readCartOwner } from './cart-owner'
import type { CartStore } from './cart-store'
import { createSync } from './cart-sync'

/** Keeps the cart of this browser and the account's cart the same, as long as somebody is signed in. */
export function CartSync({ store }: { store: CartStore }) {
  const { user, isRestoring } = useAuth()
  const client = useQueryClient()
  const [sync] = useState(() => createSync(store, client))
  const userId = user?.id

  const cart = useQuery({
    queryKey: [...keys.cart, userId],
    queryFn: () => sync.join(userId as number),
    enabled: userId !== undefined,
  })
  useEffect(() => {
    if (cart.data && userId !== undefined) sync.take(cart.data)
  }, [cart.data, userId, sync])
  const last = useRef<number>(undefined)
  useEffect(() => {
    if (isRestoring) return
    if (userId === undefined) sync.keep()
    // What was typed at the checkout is treated like the cart: removed after a logout in another tab,
    // kept for the same person after a session has expired.
    const same = last.current === (userId ?? readCartOwner().kept)
    if (last.current !== undefined && !same) forgetBuyer()
    if (!same) last.current = userId
  }, [isRestoring, userId, sync])
  useEffect(() => store.onWrite(sync.wrote), [store, sync])
  useEffect(() => {
    function leave() {
      sync.forget()
      forgetBuyer()
    }
    addEventListener(LOGOUT_EVENT, leave)
    return () => removeEventListener(LOGOUT_EVENT, leave)
  }, [sync])
  return null
}
