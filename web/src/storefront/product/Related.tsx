import { useQuery } from '@tanstack/react-query'
import { sectionQuery } from '~/shared/api/queries'
import type { Product } from '~/shared/api/types'
import { SectionHeading } from '~/storefront/shared/SectionHeading'
import { ProductGrid } from './ProductGrid'

const SHOWN = 4

/** Other products of the same category. */
export function Related({ product }: { product: Product }) {
  const category = product.category
  if (!category) return null
  return <Neighbours category={category} but={product.id} />
}

function Neighbours({ category, but }: { category: NonNullable<Product['category']>; but: number }) {
  const { data, isPending } = useQuery(sectionQuery(category.slug))
  const others = data?.items.filter(({ id }) => id !== but).slice(0, SHOWN)
  if (!isPending && !others?.length) return null
  return (
    <section aria-labelledby="related" className="border-line border-t bg-white/60 py-14 sm:py-18">
      <div className="wrap">
        <SectionHeading
          id="related"
          title={`More ${category.name}`}
          more={{ to: `/category/${category.slug}`, name: 'See the whole shelf' }}
        />
        <ProductGrid products={others} outlines={SHOWN} buyable={false} columns="row" />
      </div>
    </section>
  )
}
