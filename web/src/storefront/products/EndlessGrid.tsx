import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cn } from '~/shared/lib/cn'
import { ButtonLink } from '~/shared/ui/Button'
import { Spinner } from '~/shared/ui/Spinner'
import { ProductGrid } from '~/storefront/product/ProductGrid'
import type { ProductPages } from './use-product-pages'

type EndlessGridProps = {
  pages: Pick<ProductPages, 'products' | 'changing' | 'more'>
  eager?: number
  headingLevel?: 2 | 3
  columns?: 'wide' | 'beside'
}

/**
 * A grid that loads more as the shopper scrolls near its end. 'Load more' does the same for keyboards, and without script
 * it leads to a page with the next products.
 */
export function EndlessGrid({ pages, eager = 2, headingLevel = 2, columns }: EndlessGridProps) {
  const { products, changing, more } = pages
  const [params] = useSearchParams()
  return (
    <div className={cn('transition-opacity duration-150', changing && 'opacity-50')} aria-busy={changing}>
      {params.has('after') && (
        <Link
          to={pageFrom(params)}
          className="mb-6 inline-flex min-h-11 items-center font-semibold text-primary-deep underline underline-offset-4"
        >
          Back to the first products
        </Link>
      )}
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

/** The same list from a cursor on; from its start without one. */
function pageFrom(params: URLSearchParams, cursor?: string) {
  const next = new URLSearchParams(params)
  next.delete('after')
  if (cursor) next.set('after', cursor)
  return { search: String(next) }
}

function LoadMore({ more, count }: { more: ProductPages['more']; count: number }) {
  const mark = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
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
      <ButtonLink
        to={pageFrom(params, more.next)}
        variant="outline"
        size="lg"
        // With a target it is not prefetched as a page of its own.
        target="_self"
        aria-busy={loading || undefined}
        onClick={(event) => {
          // A click with a key opens the page of its own in another tab.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          if (!loading) load()
        }}
      >
        {loading && <Spinner />}
        Load more
      </ButtonLink>
    </div>
  )
}
