import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { LOW_STOCK } from '~/shared/lib/rules.gen'

export const isLow = ({ in_stock, stock_quantity }: Pick<Product, 'in_stock' | 'stock_quantity'>) =>
  in_stock && stock_quantity !== null && stock_quantity <= LOW_STOCK

/** What is to be said of the units of a product in a drop; empty for any other. */
function dropText({ drop, in_stock }: Product): string {
  if (!drop || (drop.phase === 'ended' && in_stock)) return ''
  if (drop.phase === 'teased') return `Opens ${drop.opens_text}`
  if (drop.phase === 'ended' || drop.phase === 'awarding') return 'This drop is over'
  const { free, held } = drop
  if (free > 0) return held > 0 ? `${free} left · ${held} in other carts` : `${free} left`
  return held > 0 ? `All held right now: ${held} may come back` : 'Sold out'
}

/** Whether the product is available; announced to screen readers when it changes. */
export function Availability({ product }: { product: Product }) {
  const inDrop = dropText(product)
  const low = isLow(product) && !inDrop
  return (
    <span role="status" className="inline-flex items-center gap-2 font-bold">
      <span
        aria-hidden="true"
        className={cn(
          'size-2.5 rounded-full',
          !product.in_stock && 'bg-mute',
          product.in_stock && (low ? 'bg-secondary' : 'bg-success'),
        )}
      />
      {inDrop || (product.in_stock ? 'In Stock' : 'Out of Stock')}
      {low && <span className="text-secondary-deep">· last {product.stock_quantity}</span>}
    </span>
  )
}
