import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { descriptorOf, metaDescriptorOf } from '~/shared/api/public-query'
import { categoryQuery, productPagesQuery } from '~/shared/api/queries'
import type { Category } from '~/shared/api/types'
import type { PageRoute } from '~/shared/lib/page'
import { useTexts } from '~/shared/lib/settings'
import { shorten } from '~/shared/lib/shorten'
import { signOf } from '~/shared/lib/signs'
import { ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NeonSign } from '~/shared/ui/NeonSign'
import { Skeleton } from '~/shared/ui/Skeleton'
import { pageNames } from '~/storefront/layout/page-names'
import { Breadcrumbs } from '~/storefront/product/Breadcrumbs'
import { NotFound } from '~/storefront/product/NotFound'
import { EndlessGrid } from '~/storefront/products/EndlessGrid'
import { categoryFilter, noFilters, readAfter, writeFilters } from '~/storefront/products/filters'
import { useProductPages } from '~/storefront/products/use-product-pages'
import { breadcrumbs } from '~/storefront/seo/json-ld'

const notFound = 'Category Not Found'

export const route: PageRoute = {
  path: '/category/:slug',
  render: 'public',
  search: {
    names: ['after'],
    canonical: (search) => writeFilters({ ...noFilters, after: readAfter(search) }),
  },
  queries: ({ params: { slug = '' }, search }) => [
    metaDescriptorOf(categoryQuery(slug)),
    descriptorOf(productPagesQuery(categoryFilter(slug, readAfter(search)))),
  ],
  meta(known, _setting, { origin, params: { slug = '' }, search }) {
    const category = known<Category>(categoryQuery(slug))
    if (category === undefined) return {}
    if (category === null) return { title: notFound, status: 404 }
    return {
      title: category.name,
      noindex: search.has('after'),
      description: shorten(category.description ?? '', 160),
      jsonLd: [breadcrumbs(origin, { name: category.name, path: `/category/${category.slug}` })],
    }
  },
  sitemap: 'categories',
}

export default function CategoryPage() {
  const { slug = '' } = useParams()
  // Another category starts with new state: nothing of the one before stays.
  return <CategoryContent key={slug} slug={slug} />
}

function CategoryContent({ slug }: { slug: string }) {
  const { data: category, isPending } = useQuery(categoryQuery(slug))
  const [params] = useSearchParams()
  const text = useTexts()
  const pages = useProductPages(categoryFilter(slug, readAfter(params)))
  const missing = !isPending && !category
  if (missing) {
    return (
      <NotFound title={notFound} text="The category you're looking for doesn't exist or has no products.">
        <ButtonLink to="/products" variant="hot" size="lg">
          Browse all products
        </ButtonLink>
      </NotFound>
    )
  }
  return (
    <>
      <Banner category={category ?? undefined} />
      <section aria-label="Products" className="wrap pt-10 pb-20 sm:pt-14">
        <p role="status" className="sr-only">
          {pages.products && `${pages.total} ${pages.total === 1 ? 'product' : 'products'}`}
        </p>
        {pages.products?.length === 0 ? (
          <EmptyState title="We're currently restocking this category." text={text('category_empty_text')}>
            <ButtonLink to="/products" variant="ink">
              Browse all products
            </ButtonLink>
          </EmptyState>
        ) : (
          <EndlessGrid pages={pages} />
        )}
      </section>
    </>
  )
}

function Banner({ category }: { category: Category | undefined }) {
  return (
    <div className="on-ink glow-wall relative overflow-hidden text-paper">
      <div className="wrap relative pt-5 pb-10 sm:pb-14">
        {category && (
          <NeonSign
            {...signOf(category)}
            className="absolute top-1/2 right-0 h-[130%] w-auto -translate-y-1/2 rotate-6 opacity-30 sm:right-[4%] sm:h-[92%] lg:opacity-100"
          />
        )}
        <Breadcrumbs
          className="relative text-mist"
          crumbs={[
            { name: 'Home', to: '/' },
            { name: pageNames.products, to: '/products' },
            { name: category?.name ?? '…' },
          ]}
        />
        <div className="relative mt-5 min-h-36 max-w-2xl sm:min-h-44">
          {category ? (
            <>
              <h1 className="break-words font-display text-[clamp(2.4rem,8vw,5rem)] leading-none tracking-[-0.02em]">
                {category.name}
              </h1>
              {category.description && (
                <p className="mt-5 text-lg text-mist leading-relaxed sm:text-xl">{category.description}</p>
              )}
            </>
          ) : (
            <div aria-busy="true">
              <Skeleton className="h-14 w-64 bg-white/15" />
              <Skeleton className="mt-6 h-5 w-full bg-white/15" />
              <Skeleton className="mt-3 h-5 w-2/3 bg-white/15" />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
