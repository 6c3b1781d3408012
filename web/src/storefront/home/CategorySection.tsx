import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { sectionQuery } from '~/shared/api/queries'
import { useTexts } from '~/shared/lib/settings'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { ProductGrid } from '~/storefront/product/ProductGrid'
import { SectionHeading } from '~/storefront/shared/SectionHeading'

const SHOWN_AT_FIRST = 4

type CategorySectionProps = { slug: string; title: string; text: string; more: string }

export function CategorySection({ slug, title, text, more }: CategorySectionProps) {
  const { data, isPending } = useQuery(sectionQuery(slug))
  const [showAll, setShowAll] = useState(false)
  const texts = useTexts()
  const all = isPending ? undefined : (data?.items ?? [])
  const headingId = `section-${slug}`
  const gridId = `${headingId}-products`
  return (
    <section aria-labelledby={headingId} className="wrap below py-10 sm:py-12">
      <SectionHeading
        id={headingId}
        title={title}
        text={text}
        more={{ to: `/category/${slug}`, name: more }}
      />
      {all?.length === 0 ? (
        <EmptyState title="No products found in this category" text={texts('category_empty_text')}>
          <ButtonLink to="/products" variant="ink">
            Browse all products
          </ButtonLink>
        </EmptyState>
      ) : (
        <div id={gridId}>
          <ProductGrid
            products={showAll ? all : all?.slice(0, SHOWN_AT_FIRST)}
            outlines={SHOWN_AT_FIRST}
            columns="row"
          />
        </div>
      )}
      {all && all.length > SHOWN_AT_FIRST && (
        <div className="mt-8 flex justify-center">
          <Button
            variant="outline"
            aria-expanded={showAll}
            aria-controls={gridId}
            onClick={() => setShowAll(!showAll)}
          >
            {showAll ? 'Show Less' : 'Show More'}
            <ChevronDown
              className={`size-4.5 transition-transform duration-200 ${showAll ? 'rotate-180' : ''}`}
              aria-hidden="true"
            />
          </Button>
        </div>
      )}
    </section>
  )
}
