import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { waitingStore } from '~/storefront/buyer/stores'
import { useCartActions } from '~/storefront/cart/CartProvider'
import { type BuyersOrder, orderQuery, releaseOrder } from './queries'

/** Cancels an order that waits for its payment; its products are put back into the cart. */
export function useReleaseOrder(order: BuyersOrder, orderKey: string) {
  const client = useQueryClient()
  const { add, setPromoCode } = useCartActions()
  const [busy, setBusy] = useState(false)

  async function release(): Promise<boolean> {
    setBusy(true)
    const { queryKey } = orderQuery(order.number, orderKey)
    try {
      client.setQueryData(queryKey, await releaseOrder(order.number, orderKey))
      waitingStore.forget()
      for (const { product_id, product_name, price, image_url, quantity } of order.lines) {
        if (product_id) add({ id: product_id, name: product_name, price, image_url }, quantity)
      }
      if (order.promo_code) setPromoCode(order.promo_code)
      toast({
        title: `Order ${order.number} is cancelled.`,
        description: 'Your items are back in your cart.',
      })
      return true
    } catch (reason) {
      toast({
        variant: 'destructive',
        title: 'The order was not cancelled',
        description: errorMessage(reason, 'The shop did not answer. Please try again.'),
      })
      await client.invalidateQueries({ queryKey })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, release }
}
