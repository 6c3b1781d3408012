import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { toast } from '~/shared/ui/toast-store'
import { holdUnits } from '~/storefront/buyer/reservations'
import { useCart } from '~/storefront/cart/CartProvider'
import type { CartProduct } from '~/storefront/cart/cart-store'

/** Loads the code that remembers held units. Most visitors have no pass and never need it. */
const loadKeep = () => import('./keep-held')

const heldText = (seconds: number) => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `Held for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Adds units to the cart. With a pass the shop sets them aside first, so that nobody else can buy them. */
export function useHold(pass: string) {
  const client = useQueryClient()
  const { lines, add } = useCart()
  useEffect(() => {
    if (pass) void loadKeep().catch(() => undefined)
  }, [pass])
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ product, units = 1 }: { product: CartProduct; units?: number }) => {
      const wanted = units + (lines.find(({ product_id }) => product_id === product.id)?.quantity ?? 0)
      if (!pass) return { product, units }
      // Loaded before the request, so that no units are held that this browser cannot remember.
      const { keepHeld } = await loadKeep()
      const held = await holdUnits(product.id, wanted, pass)
      keepHeld(held)
      return { product, units, held }
    },
    onSuccess: ({ product, units, held }) => {
      add(product, units)
      if (held) toast({ title: heldText(held.seconds_left) })
    },
    onError: (error) =>
      toast({
        title: errorMessage(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      for (const queryKey of [keys.drops, keys.products]) void client.invalidateQueries({ queryKey })
    },
  })
}
