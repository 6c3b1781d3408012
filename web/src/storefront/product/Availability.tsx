import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'

export const LOW_STOCK = 5

export const isLow = ({ in_stock, stock_quantity }: Pick<Product, 'in_stock' | 'stock_quantity'>) =>
  in_stock && stock_quantity !== null && stock_quantity <= LOW_STOCK

/** Whether the product is available; announced to screen readers when it changes. */
export function Availability({ product }: { product: Product }) {
  const low = isLow(product)
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
      {product.in_stock ? 'In Stock' : 'Out of Stock'}
      {low && <span className="text-secondary-deep">· last {product.stock_quantity}</span>}
    </span>
  )
}
