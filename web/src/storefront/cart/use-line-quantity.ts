import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { passFor } from '~/storefront/buyer/pass-store'
import { holdUnits, reservationQuery } from '~/storefront/buyer/reservations'
import { useCartActions } from './CartProvider'
import type { PricedLine } from './totals'

/**
 * Changes the quantity of a line. What the shop holds of it follows: more is set aside, and what is not wanted any more is
 * given back. The time of the hold stays.
 */
export function useLineQuantity({ product_id, product, held }: PricedLine) {
  const client = useQueryClient()
  const { setQuantity } = useCartActions()
  const hold = useMutation({
    networkMode: 'always',
    scope: { id: `hold ${product_id}` },
    mutationFn: ({ units, pass }: { units: number; pass: string }) => holdUnits(product_id, units, pass),
    onSuccess: (reservation, { units }) => {
      if (held)
        client.setQueryData(reservationQuery(held.token).queryKey, { ...reservation, token: held.token })
      if (reservation.units >= units) return
      setQuantity(product_id, reservation.units)
      toast({ title: `Only ${reservation.units} can be held for you right now.` })
    },
    onError: (error, { units }) => {
      // Once the drop is open to everybody nothing more is held, and nothing has to be.
      if (!held || units <= held.units || (error instanceof ApiError && error.code === 'conflict')) return
      setQuantity(product_id, held.units)
      toast({ title: errorMessage(error, 'Please try again in a moment.'), variant: 'destructive' })
    },
  })
  return (units: number) => {
    setQuantity(product_id, units)
    const pass = held?.state === 'held' && held.kind === 'cart' ? passFor([product]) : ''
    if (units > 0 && pass) hold.mutate({ units, pass })
  }
}
