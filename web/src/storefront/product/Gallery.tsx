import { useState } from 'react'
import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { ProductImage } from '~/storefront/shared/ProductImage'

const MAIN_SIZES = '(min-width: 1360px) 40rem, (min-width: 768px) 46vw, 92vw'

/** The large picture of a product, with thumbnails when there is more than one. */
export function Gallery({ product }: { product: Product }) {
  const [chosen, setChosen] = useState(0)
  const { images } = product
  // A picture may be removed while the page is open.
  const index = Math.min(chosen, Math.max(0, images.length - 1))
  const shown = images.slice(index, index + 1)
  return (
    <div>
      <ProductImage
        key={index}
        product={{ ...product, images: shown }}
        sizes={MAIN_SIZES}
        eager
        className="aspect-square rounded-[2rem] ring-1 ring-ink/5 ring-inset sm:rounded-[2.5rem]"
        imageClassName={cn(
          !product.in_stock && product.drop?.phase !== 'teased' && 'opacity-85 saturate-[0.4]',
        )}
      />
      {images.length > 1 && (
        <ul className="mt-4 flex flex-wrap gap-3" aria-label="Pictures">
          {images.map((image, at) => (
            <li key={image.url}>
              <button
                type="button"
                aria-label={`Picture ${at + 1} of ${images.length}`}
                aria-pressed={at === index}
                onClick={() => setChosen(at)}
                className="block rounded-2xl ring-2 ring-transparent ring-offset-2 ring-offset-paper transition-shadow duration-150 hover:ring-line aria-pressed:ring-primary-deep"
              >
                <ProductImage
                  product={{ ...product, images: [image] }}
                  sizes="5rem"
                  decorative
                  className="size-18 rounded-2xl sm:size-20"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
