import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keys } from '~/shared/api/queries'
import type { Product } from '~/shared/api/types'
import { useNow } from '~/shared/lib/clock'
import { isSelling, saleIn } from '~/shared/lib/drop-phase'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Stepper } from '~/shared/ui/Stepper'
import { useKept, validPass } from '~/storefront/buyer/pass-store'
import { holdingPass } from './action'
import { useHold } from './use-hold'

export type InDrop = Product & { drop: NonNullable<Product['drop']> }

const SPREAD_MS = 3000

/** The quantity and the Add to Cart button of a product in a drop, and when it opens or how to get in. */
export function DropBuyBox({ product }: { product: InDrop }) {
  const { slug, phase, paused, opens_at, opens_text, free } = product.drop
  const [quantity, setQuantity] = useState(1)
  const client = useQueryClient()
  const now = useNow()
  const early = useKept('early', slug)
  const linePass = validPass(useKept('pass', slug), now)
  const pass = holdingPass(product.drop, phase, { early, pass: linePass })
  const hold = useHold(pass)
  const open = isSelling(phase)
  const admitted = pass !== '' || saleIn(product.drop, phase) === 'open'
  const canBuy = admitted && !paused && free > 0
  const waiting = phase === 'teased' || (phase === 'early' && !admitted)
  const due = waiting && now !== undefined && Date.parse(opens_at) <= now
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: keys.products }),
      Math.random() * SPREAD_MS,
    )
    return () => clearTimeout(timer)
  }, [due, client])
  return (
    <>
      <div data-bar className="mt-5 flex items-center gap-3 max-md:foot-bar md:mt-8 md:flex-wrap">
        {canBuy && <Stepper value={quantity} onChange={setQuantity} className="min-h-13 px-1" />}
        <Button
          variant="hot"
          size="lg"
          className="flex-1 max-md:px-4 md:min-w-48"
          disabled={!canBuy}
          busy={hold.isPending}
          onClick={() => hold.mutate({ product, units: quantity })}
        >
          <ShoppingBag className="size-5" aria-hidden="true" />
          Add to Cart
        </Button>
        {waiting && <p className="flex-1 font-semibold leading-snug">Opens {opens_text}</p>}
        {open && !waiting && !canBuy && free > 0 && !paused && (
          <ButtonLink to={`/drop/${slug}`} variant="ink" size="lg" className="flex-1">
            Go to the drop
          </ButtonLink>
        )}
      </div>
      {paused && open && <p className="mt-3 font-semibold">Paused for a moment</p>}
      <p className="mt-3">
        <ButtonLink to={`/drop/${slug}`} variant="ghost" className="-ml-5">
          {product.drop.name}: the drop <ArrowRight className="size-4" aria-hidden="true" />
        </ButtonLink>
      </p>
    </>
  )
}
