import { ShoppingBag } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { saleIn } from '~/shared/lib/drop-phase'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { useCartActions } from '~/storefront/cart/CartProvider'
import { ProductImage } from '~/storefront/shared/ProductImage'
import { Stickers } from './Stickers'

const CARD_SIZES = '(min-width: 1280px) 19rem, (min-width: 768px) 31vw, 44vw'

/**
 * In a card narrower than 15rem the button fills a row of its own; in a wider one the minimum is negative, which is none.
 * Not a container query: Chromium may paint the inside of a container once before its styles apply.
 */
const FULL_WIDTH_WHEN_NARROW = 'min-w-[min(100%,calc((15rem-100%)*999))]'

type ProductCardProps = {
  product: Product
  /** The card is on the first screen: its picture loads eagerly. */
  eager?: boolean
  headingLevel?: 2 | 3
  /** Off on pages whose main action is another Add to Cart. */
  buyable?: boolean
}

export function ProductCard({ product, eager, headingLevel = 3, buyable = true }: ProductCardProps) {
  const { add } = useCartActions()
  const nameId = useId()
  const Heading = `h${headingLevel}` as const
  const to = `/product/${product.id}`
  const { drop } = product
  const coming = drop?.phase === 'teased'
  const sale = drop && saleIn(drop, drop.phase)
  return (
    <article aria-labelledby={nameId} className="group flex h-full flex-col">
      {/* The name below is the same link: one stop for the keyboard is enough. */}
      <Link to={to} tabIndex={-1} className="relative block">
        <ProductImage
          product={product}
          sizes={CARD_SIZES}
          eager={eager}
          className="aspect-square rounded-3xl ring-1 ring-ink/5 transition-shadow duration-200 ring-inset group-hover:shadow-[0_1.2rem_2.5rem_-1.2rem_rgb(18_10_31/0.45)]"
          imageClassName={cn(
            'transition-transform duration-200 ease-out group-hover:-rotate-2 group-hover:scale-105',
            !product.in_stock && !coming && 'opacity-80 saturate-[0.35]',
          )}
        />
        <Stickers product={product} />
      </Link>
      <div className="flex flex-1 flex-col px-1 pt-3.5">
        <p className="truncate font-semibold text-[0.8rem] text-mute">{product.origin || '\u00a0'}</p>
        <Heading
          id={nameId}
          className="mt-0.5 line-clamp-2 font-bold text-[0.98rem] leading-snug sm:text-[1.05rem]"
        >
          <Link to={to} className="decoration-2 decoration-secondary underline-offset-3 hover:underline">
            {product.name}
          </Link>
        </Heading>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2.5">
          <Money amount={product.price} className="font-display text-lg sm:text-xl" />
          {coming && <p className="text-mute text-sm">Opens {drop?.opens_text}</p>}
          {buyable && drop && product.in_stock && (sale === 'early pass' || sale === 'reservation') ? (
            <ButtonLink to={`/drop/${drop.slug}`} variant="ink" className={FULL_WIDTH_WHEN_NARROW}>
              See the drop
            </ButtonLink>
          ) : (
            buyable && (
              <Button
                variant="ink"
                className={FULL_WIDTH_WHEN_NARROW}
                disabled={!product.in_stock}
                onClick={() => add(product)}
              >
                <ShoppingBag className="size-4 max-[26rem]:hidden" aria-hidden="true" />
                Add to Cart
              </Button>
            )
          )}
        </div>
      </div>
    </article>
  )
}

export function ProductCardSkeleton() {
  return (
    <div className="flex h-full flex-col">
      <Skeleton className="aspect-square rounded-3xl" />
      <div className="px-1 pt-3.5">
        <Skeleton className="mt-1 h-3 w-16" />
        <Skeleton className="mt-2.5 h-4 w-4/5" />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-4">
          <Skeleton className="h-6 w-16" />
          <Skeleton className={cn('h-11 w-36 rounded-full', FULL_WIDTH_WHEN_NARROW)} />
        </div>
      </div>
    </div>
  )
}
