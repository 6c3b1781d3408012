import { ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '~/shared/api/types'
import { Button } from '~/shared/ui/Button'
import { Stepper } from '~/shared/ui/Stepper'
import { useCartActions } from '~/storefront/cart/CartProvider'
import { DropBuyBox, type InDrop } from '~/storefront/drops/DropBuyBox'
import { LazyJoinWaitlist } from '~/storefront/waitlist/LazyJoinWaitlist'

const isInDrop = (product: Product): product is InDrop =>
  product.drop !== undefined && product.drop !== null && !isSoldAsUsual(product)

/** After the end of its drop, where staff sell the rest. */
const isSoldAsUsual = ({ drop, in_stock }: Product) => drop?.phase === 'ended' && in_stock

/** The quantity and the Add to Cart button. */
export function BuyBox({ product }: { product: Product }) {
  return isInDrop(product) ? (
    <>
      <DropBuyBox product={product} />
      <LazyJoinWaitlist product={product} />
    </>
  ) : (
    <UsualBuyBox product={product} />
  )
}

function UsualBuyBox({ product }: { product: Product }) {
  const { add } = useCartActions()
  const [quantity, setQuantity] = useState(1)
  const limit = product.max_per_order
  return (
    <>
      <div data-bar className="mt-5 flex items-center gap-3 max-md:foot-bar md:mt-8 md:flex-wrap">
        <Stepper
          value={quantity}
          onChange={setQuantity}
          disabled={!product.in_stock}
          className="min-h-13 px-1"
        />
        <Button
          variant="hot"
          size="lg"
          className="flex-1 max-md:px-4 md:min-w-48"
          disabled={!product.in_stock}
          onClick={() => add(product, quantity)}
        >
          <ShoppingBag className="size-5" aria-hidden="true" />
          Add to Cart
        </Button>
      </div>
      <noscript>
        <p className="mt-3 text-mute">
          The cart needs JavaScript. Switch it on in your browser, then load this page again.
        </p>
      </noscript>
      {limit !== null && (
        <p className="mt-3 text-mute text-sm">
          Everyone gets a chance: at most {limit} of these in one order.
        </p>
      )}
      {!product.in_stock && (
        <p className="mt-3 text-mute">
          Gone for now. This page says so the moment it comes back, no reload needed.
        </p>
      )}
      <LazyJoinWaitlist product={product} />
    </>
  )
}
