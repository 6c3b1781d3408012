import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { descriptorOf } from '~/shared/api/public-query'
import { categoriesQuery, productPagesQuery } from '~/shared/api/queries'
import type { PageRoute } from '~/shared/lib/page'
import { ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { pageNames } from '~/storefront/layout/page-names'
import { EndlessGrid } from '~/storefront/products/EndlessGrid'
import { FilterPanel } from '~/storefront/products/FilterPanel'
import { FilterSheet } from '~/storefront/products/FilterSheet'
import {
  activeKinds,
  FILTER_NAMES,
  readFilters,
  toQuery,
  widen,
  writeFilters,
} from '~/storefront/products/filters'
import { type ChangeFilters, useFilters } from '~/storefront/products/use-filters'
import { useProductPages } from '~/storefront/products/use-product-pages'
import { breadcrumbs } from '~/storefront/seo/json-ld'

export const route: PageRoute = {
  path: '/products',
  render: 'public',
  search: { names: FILTER_NAMES, canonical: (search) => writeFilters(readFilters(search)) },
  queries: ({ search }) => [
    descriptorOf(categoriesQuery),
    descriptorOf(productPagesQuery(toQuery(readFilters(search)))),
  ],
  meta: (_known, _setting, { origin, search }) => ({
    title: pageNames.products,
    noindex: activeKinds(readFilters(search)) > 0 || search.has('after'),
    jsonLd: [breadcrumbs(origin, { name: pageNames.products, path: '/products' })],
  }),
  sitemap: true,
  warm: true,
}

export default function ProductsPage() {
  const [filters, changeFilters] = useFilters()
  const pages = useProductPages(useMemo(() => toQuery(filters), [filters]))
  const bound = useBound(pages.highestPrice)
  const categories = useQuery(categoriesQuery)
  const results = useRef<HTMLElement>(null)

  const change: ChangeFilters = (part, options) => {
    changeFilters(part, options)
    // Who changes a filter deep in the list wants to see the first results.
    if ((results.current?.getBoundingClientRect().top ?? 0) < 0) results.current?.scrollIntoView()
  }
  const panel = (
    <FilterPanel
      filters={filters}
      change={change}
      bound={bound}
      categories={categories.data?.items ?? (categories.isError ? [] : undefined)}
    />
  )
  const count = `${pages.total} ${pages.total === 1 ? 'product' : 'products'}`
  const known = pages.products !== undefined && !pages.changing
  const found = known ? (filters.search ? `${count} for “${filters.search}”` : count) : ''

  return (
    <div className="wrap pt-11 pb-20 sm:pt-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="font-display text-[clamp(2rem,5.4vw,3.5rem)] leading-[1.05] tracking-[-0.02em]">
            {pageNames.products}
          </h1>
          <p className="mt-2 min-h-6 text-mute sm:text-lg" role="status">
            {found}
          </p>
        </div>
        <FilterSheet active={activeKinds(filters)} total={pages.total} found={found}>
          {panel}
        </FilterSheet>
      </div>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[17rem_1fr] xl:gap-14">
        <aside
          aria-label="Filters"
          className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto rounded-3xl bg-white p-6 ring-1 ring-line lg:block"
        >
          {panel}
        </aside>
        <section ref={results} aria-label="Products" className="min-w-0 scroll-mt-24">
          {pages.products?.length === 0 && !pages.changing ? (
            <EmptyState title="No products found" text="Try adjusting your filters or search term.">
              <ButtonLink to="/products" variant="ink">
                Show all products
              </ButtonLink>
            </EmptyState>
          ) : (
            <EndlessGrid pages={pages} columns="beside" />
          )}
        </section>
      </div>
    </div>
  )
}

/** The slider's upper end: widened as data comes in, never narrowed while the page is open. */
function useBound(highestPrice: number): number {
  const [bound, setBound] = useState(() => widen(0, highestPrice))
  const next = widen(bound, highestPrice)
  if (next !== bound) setBound(next)
  return next
}
