import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { toast } from '~/shared/ui/toast-store'
import { useCart } from '~/storefront/cart/CartProvider'
import { keepReservation } from '~/storefront/waitlist/reservation-store'
import { holdUnits } from './hold-units'
import type { DropProduct } from './types'

const minutesWords = (seconds: number) => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `Held for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Adds one unit to the cart. With a pass the shop sets it aside first, so that nobody else can buy it. */
export function useHold(pass: string) {
  const client = useQueryClient()
  const { lines, add } = useCart()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (product: DropProduct) => {
      const wanted = 1 + (lines.find(({ product_id }) => product_id === product.id)?.quantity ?? 0)
      const held = pass ? await holdUnits(product.id, wanted, pass) : undefined
      return { product, held }
    },
    onSuccess: ({ product, held }) => {
      if (held) keepReservation(held.token)
      add(product)
      if (held) toast({ title: minutesWords(held.seconds_left) })
    },
    onError: (error) =>
      toast({
        title: errorMessage(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.drops }),
  })
}
