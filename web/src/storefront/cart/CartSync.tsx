import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keys } from '~/shared/api/queries'
import { LOGOUT_EVENT, useAuth } from '~/shared/auth/auth'
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
  useEffect(() => {
    if (!isRestoring && userId === undefined) sync.keep()
  }, [isRestoring, userId, sync])
  useEffect(() => store.onWrite(sync.wrote), [store, sync])
  useEffect(() => {
    addEventListener(LOGOUT_EVENT, sync.forget)
    return () => removeEventListener(LOGOUT_EVENT, sync.forget)
  }, [sync])
  return null
}
