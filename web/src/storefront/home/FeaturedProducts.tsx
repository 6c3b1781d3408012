import { useQuery } from '@tanstack/react-query'
import { FEATURED_LIMIT, featuredQuery } from '~/shared/api/queries'
import { useTexts } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { ProductGrid } from '~/storefront/product/ProductGrid'
import { SectionHeading } from '~/storefront/shared/SectionHeading'

export function FeaturedProducts() {
  const { data, isPending } = useQuery(featuredQuery)
  const text = useTexts()
  const products = isPending ? undefined : (data?.items ?? [])
  return (
    <section aria-labelledby="featured-products" className="wrap pt-20 pb-16 sm:pt-24">
      <SectionHeading
        id="featured-products"
        title={text('featured_title')}
        text={text('featured_text')}
        more={{ to: '/products', name: 'See everything' }}
      />
      {products?.length === 0 ? (
        <EmptyState title="No featured products found" text="Check back soon for new featured drops!">
          <ButtonLink to="/products" variant="ink">
            Browse all products
          </ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid products={products} outlines={FEATURED_LIMIT} columns="row" />
      )}
    </section>
  )
}
