import { ShoppingBag } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { isSelling } from '~/shared/lib/drop-phase'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { ProductImage } from '~/storefront/shared/ProductImage'
import type { Action } from './action'
import { Packs } from './Packs'
import { type Drop, type DropProduct, type Phase, unitsOf } from './types'

type ProductsProps = {
  drop: Drop
  phase: Phase
  action: Action
  busy: boolean
  onBuy: (product: DropProduct) => void
}

/** What is in the drop. */
export const ProductsOfDrop = memo(function ProductsOfDrop({
  drop,
  phase,
  action,
  busy,
  onBuy,
}: ProductsProps) {
  const isDraw = drop.mode === 'draw'
  const counted = !isDraw && isSelling(phase)
  return (
    <section aria-labelledby="in-the-drop" className="wrap drop-products">
      <h2 id="in-the-drop" className="drop-heading">
        What is in it
      </h2>
      <ul>
        {drop.products.map((product) => (
          <li key={product.id}>
            <Link to={`/product/${product.id}`} tabIndex={-1} aria-hidden="true">
              <ProductImage
                product={product}
                sizes="(min-width: 48rem) 20rem, 40vw"
                decorative
                className="aspect-square rounded-3xl"
                imageClassName={phase === 'ended' ? 'opacity-80 saturate-[0.35]' : undefined}
              />
            </Link>
            <div className="min-w-0">
              <p className="font-semibold text-[0.8rem] text-mute">{product.origin || '\u00a0'}</p>
              <h3>
                <Link to={`/product/${product.id}`}>{product.name}</Link>
              </h3>
              <p className="drop-about">{product.description}</p>
              {counted && <Packs {...unitsOf(product)} className="on-paper" />}
              {isDraw && phase !== 'ended' && <p className="mt-4 font-bold">{product.units} to win</p>}
              <div className="drop-price">
                <Money amount={product.price} className="font-display text-2xl" />
                {action === 'buy' && unitsOf(product).free > 0 && (
                  <Button variant="ink" disabled={busy} onClick={() => onBuy(product)}>
                    <ShoppingBag className="size-4" aria-hidden="true" />
                    Add to Cart
                  </Button>
                )}
                {counted && unitsOf(product).free === 0 && (action === 'buy' || action === 'waitlist') && (
                  <ButtonLink to={`/product/${product.id}`} variant="outline">
                    Join the waitlist
                  </ButtonLink>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
})
