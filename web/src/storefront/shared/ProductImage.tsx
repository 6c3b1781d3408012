import type { CSSProperties } from 'react'
import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { placeholderImage } from '~/shared/lib/placeholder-image'

type ProductImageProps = {
  product: Pick<Product, 'name' | 'image_url' | 'images'> & Partial<Pick<Product, 'category'>>
  /** The `sizes` attribute: how wide the picture is on the page. */
  sizes: string
  /** For the main picture of the first screen. */
  eager?: boolean
  /** True where the product's name is beside it. */
  decorative?: boolean
  className?: string
  imageClassName?: string
}

/** A product's picture on a tile in its own color, which shows before the picture has loaded. Without one, a placeholder image. */
export function ProductImage({
  product,
  sizes,
  eager = false,
  decorative = false,
  className,
  imageClassName,
}: ProductImageProps) {
  const image = product.images[0]
  const url = image?.url || product.image_url || placeholderImage(product.category)
  return (
    <span
      className={cn(
        'block overflow-hidden bg-[color-mix(in_oklab,var(--tint,#b9a7e6)_26%,#fffdf9)]',
        className,
      )}
      style={image?.color ? ({ '--tint': image.color } as CSSProperties) : undefined}
    >
      <img
        src={url}
        srcSet={image?.sizes.map((size) => `${size.url} ${size.width}w`).join(', ') || undefined}
        sizes={image?.sizes.length ? sizes : undefined}
        width={image?.width ?? 800}
        height={image?.height ?? 800}
        alt={decorative ? '' : product.name}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={cn('size-full object-contain', imageClassName)}
      />
    </span>
  )
}
