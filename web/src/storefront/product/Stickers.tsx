import type { Product } from '~/shared/api/types'
import { Sticker } from '~/shared/ui/badge'
import { isLow } from './Availability'

type StickersProps = { product: Pick<Product, 'in_stock' | 'is_featured' | 'stock_quantity'> }

/** What is stuck on a product's picture. */
export function Stickers({ product }: StickersProps) {
  return (
    <span className="absolute -top-1.5 -left-1 flex flex-col items-start gap-2.5">
      {!product.in_stock && <Sticker tone="ink">SOLD OUT</Sticker>}
      {product.in_stock && product.is_featured && <Sticker tone="hot">FEATURED</Sticker>}
      {isLow(product) && (
        <Sticker tone="primary" className="rotate-2">
          ONLY {product.stock_quantity} LEFT
        </Sticker>
      )}
    </span>
  )
}
