import type { CSSProperties } from 'react'
import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'

type ProductImageProps = {
  product: Pick<Product, 'name' | 'image_url' | 'images'>
  /** The `sizes` attribute: how wide the picture is on the page. */
  sizes: string
  /** For the main picture of the first screen. */
  eager?: boolean
  /** True where the product's name is beside it. */
  decorative?: boolean
  className?: string
  imageClassName?: string
}

/** A product's picture on a tile in its own colour, which shows before the picture has loaded. */
export function ProductImage({
  product,
  sizes,
  eager = false,
  decorative = false,
  className,
  imageClassName,
}: ProductImageProps) {
  const image = product.images[0]
  const url = image?.url || product.image_url
  return (
    <span
      className={cn(
        'block overflow-hidden bg-[color-mix(in_oklab,var(--tint,#b9a7e6)_26%,#fffdf9)]',
        className,
      )}
      style={image?.color ? ({ '--tint': image.color } as CSSProperties) : undefined}
    >
      {url ? (
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
      ) : (
        <>
          <NoPicture />
          {!decorative && <span className="sr-only">{product.name}</span>}
        </>
      )}
    </span>
  )
}

/** A placeholder for a product without a picture. */
function NoPicture() {
  return (
    <svg viewBox="0 0 100 100" className="size-full text-ink/25" fill="currentColor" aria-hidden="true">
      <path d="m28 22 4-4 4 4 4-4 5 4 5-4 5 4 5-4 4 4 4-4 4 4c-2 8-2 12-1 22s1 22-1 32l-3 4-4-4-4 4-5-4-5 4-5-4-5 4-5-4-4 4-4-4-3-4c-2-10-2-22-1-32s1-14-1-22Z" />
    </svg>
  )
}
