import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { toast } from '~/shared/ui/toast-store'
import { useCart } from '~/storefront/cart/CartProvider'
import type { CartProduct } from '~/storefront/cart/cart-store'
import { formStore } from '~/storefront/checkout/stores'
import { keepReservation } from '~/storefront/waitlist/reservation-store'
import { holdUnits } from './queries'

const minutesWords = (seconds: number) => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `Held for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Adds units to the cart. With a pass the shop sets them aside first, so that nobody else can buy them. */
export function useHold(pass: string) {
  const client = useQueryClient()
  const { lines, add } = useCart()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ product, units = 1 }: { product: CartProduct; units?: number }) => {
      const wanted = units + (lines.find(({ product_id }) => product_id === product.id)?.quantity ?? 0)
      const held = pass ? await holdUnits(product.id, wanted, pass) : undefined
      return { product, units, held }
    },
    onSuccess: ({ product, units, held }) => {
      if (held) {
        keepReservation(held.token)
        // The order must use the address of the pass.
        formStore.write({ email: held.email })
      }
      add(product, units)
      if (held) toast({ title: minutesWords(held.seconds_left) })
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
