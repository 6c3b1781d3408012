import { useEffect, useRef } from 'react'
import { cn } from '~/shared/lib/cn'
import { Button } from '~/shared/ui/Button'
import { ProductGrid } from '~/storefront/product/ProductGrid'
import type { ProductPages } from './use-product-pages'

type EndlessGridProps = {
  pages: Pick<ProductPages, 'products' | 'changing' | 'more'>
  eager?: number
  headingLevel?: 2 | 3
  columns?: 'wide' | 'beside'
}

/** A grid that loads more as the shopper scrolls near its end; the button does the same for keyboards. */
export function EndlessGrid({ pages, eager = 2, headingLevel = 2, columns }: EndlessGridProps) {
  const { products, changing, more } = pages
  return (
    <div className={cn('transition-opacity duration-150', changing && 'opacity-50')} aria-busy={changing}>
      <ProductGrid
        products={products}
        outlines={12}
        eager={eager}
        headingLevel={headingLevel}
        columns={columns}
      />
      {more.there && !changing && <LoadMore more={more} count={products?.length ?? 0} />}
    </div>
  )
}

function LoadMore({ more, count }: { more: ProductPages['more']; count: number }) {
  const mark = useRef<HTMLDivElement>(null)
  const { load, loading, failed } = more
  const loadRef = useRef(load)
  loadRef.current = load

  // Observe again after each page: on a tall screen the marker may still be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: count is what makes it look again
  useEffect(() => {
    const element = mark.current
    if (!element || failed || loading) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadRef.current(), {
      rootMargin: '900px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [failed, loading, count])

  return (
    <div ref={mark} className="mt-12 flex flex-col items-center gap-3">
      {failed && (
        <p role="alert" className="font-semibold text-danger">
          The next products could not be loaded.
        </p>
      )}
      <Button variant="outline" size="lg" busy={loading} onClick={load}>
        Load more
      </Button>
    </div>
  )
}
