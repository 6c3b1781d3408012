import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { ProductCard, ProductCardSkeleton } from './ProductCard'

type ProductGridProps = {
  /** Undefined while loading: this many placeholders are shown. */
  products: Product[] | undefined
  outlines?: number
  /** How many cards from the start load their pictures eagerly. */
  eager?: number
  headingLevel?: 2 | 3
  buyable?: boolean
  columns?: keyof typeof columnClasses
}

const columnClasses = {
  /** The whole width of a page. */
  wide: 'md:grid-cols-3 xl:grid-cols-4',
  /** Beside a panel. */
  beside: 'md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3',
  /** One row of four. */
  row: 'md:grid-cols-4',
}

export function ProductGrid({
  products,
  outlines = 4,
  eager = 0,
  headingLevel,
  buyable,
  columns = 'wide',
}: ProductGridProps) {
  return (
    <ul
      className={cn(
        'grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-5 sm:gap-y-10 xl:gap-x-6',
        columnClasses[columns],
      )}
      aria-busy={!products}
    >
      {products
        ? products.map((product, index) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                eager={index < eager}
                headingLevel={headingLevel}
                buyable={buyable}
              />
            </li>
          ))
        : Array.from({ length: outlines }, (_, index) => (
            <li key={index}>
              <ProductCardSkeleton />
            </li>
          ))}
    </ul>
  )
}
