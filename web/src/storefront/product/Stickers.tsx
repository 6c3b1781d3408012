import type { Product } from '~/shared/api/types'
import { Sticker } from '~/shared/ui/Badge'
import { isLow } from './Availability'

type StickersProps = { product: Pick<Product, 'in_stock' | 'is_featured' | 'stock_quantity' | 'drop'> }

/** The labels on a product's picture. */
export function Stickers({ product }: StickersProps) {
  const coming = product.drop?.phase === 'teased'
  const top = coming ? 'DROP' : product.in_stock ? product.is_featured && 'FEATURED' : 'SOLD OUT'
  return (
    <>
      {top && (
        <Sticker
          tone={product.in_stock || coming ? 'hot' : 'ink'}
          className="absolute -top-1.5 -left-1 origin-top-left"
        >
          {top}
        </Sticker>
      )}
      {/* In the other corner: two in one corner would cover the product's name in the picture. */}
      {isLow(product) && (
        <Sticker tone="primary" className="absolute bottom-2.5 -left-1 origin-bottom-left">
          ONLY {product.stock_quantity} LEFT
        </Sticker>
      )}
    </>
  )
}
