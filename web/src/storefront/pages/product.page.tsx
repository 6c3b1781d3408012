import { useQuery } from '@tanstack/react-query'
import { Package, Store } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { descriptorOf, metaDescriptorOf } from '~/shared/api/public-query'
import { productQuery, sectionQuery } from '~/shared/api/queries'
import type { Product } from '~/shared/api/types'
import type { PageRoute } from '~/shared/lib/page'
import { fillText, useSettings, useTexts } from '~/shared/lib/settings'
import { shorten } from '~/shared/lib/shorten'
import { ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { pageNames } from '~/storefront/layout/page-names'
import { Availability } from '~/storefront/product/Availability'
import { Breadcrumbs, type Crumb } from '~/storefront/product/Breadcrumbs'
import { BuyBox } from '~/storefront/product/BuyBox'
import { Gallery } from '~/storefront/product/Gallery'
import { NotFound } from '~/storefront/product/NotFound'
import { Rating } from '~/storefront/product/Rating'
import { Related } from '~/storefront/product/Related'
import { Stickers } from '~/storefront/product/Stickers'
import { breadcrumbs, productOffer } from '~/storefront/seo/json-ld'
import { countVisit } from '~/storefront/shared/visits'
import { productDefaults } from '~/storefront/static/product-defaults.gen'

const ID = /^[1-9]\d{0,14}$/

/** 0 is no product's id: every address that cannot be one shares a page. */
const idOf = ({ id = '' }: Record<string, string>) => (ID.test(id) ? Number(id) : 0)

const notFound = 'Product Not Found'

export const route: PageRoute = {
  path: ['/product/:id', '/products/:id'],
  render: 'public',
  queries({ params }, known) {
    const id = idOf(params)
    const category = known<Product>(productQuery(id))?.category
    return [
      metaDescriptorOf(productQuery(id)),
      ...(category ? [descriptorOf(sectionQuery(category.slug))] : []),
    ]
  },
  meta(known, setting, { origin, params }) {
    const id = idOf(params)
    const product = id === 0 ? null : known<Product>(productQuery(id))
    if (product === undefined) return {}
    if (product === null) return { title: notFound, status: 404 }
    const { name, description, category, images } = product
    const [image] = images
    return {
      title: name,
      description: shorten(description, 160),
      type: 'product',
      image: image?.social ? { url: image.social, width: 1200, height: 630 } : image,
      jsonLd: [
        productOffer(origin, setting, product),
        breadcrumbs(
          origin,
          { name: pageNames.products, path: '/products' },
          ...(category ? [{ name: category.name, path: `/category/${category.slug}` }] : []),
          { name, path: `/product/${id}` },
        ),
      ],
    }
  },
  canonical: ({ params }) => `/product/${idOf(params)}`,
  sitemap: 'products',
  phases: 'products',
}

export default function ProductPage() {
  const { id = '' } = useParams()
  const known = ID.test(id)
  const { data: product, isPending } = useQuery({ ...productQuery(Number(id)), enabled: known })
  const shown = product?.id
  useEffect(() => {
    if (shown) countVisit('product')
  }, [shown])
  const missing = !known || (!isPending && !product)
  if (missing) {
    return (
      <NotFound title={notFound} text="The product you're looking for doesn't exist or has been removed.">
        <ButtonLink to="/products" variant="hot" size="lg">
          Back to Products
        </ButtonLink>
      </NotFound>
    )
  }
  return (
    <>
      <div className="wrap pt-4 pb-16 sm:pb-20">
        {product ? <Details key={product.id} product={product} /> : <Outline />}
      </div>
      {product && <Related product={product} />}
    </>
  )
}

const columns = 'mt-3 grid gap-8 md:grid-cols-2 lg:grid-cols-[1.1fr_1fr] lg:gap-14'

function Details({ product }: { product: Product }) {
  const { category } = product
  const crumbs: Crumb[] = [
    { name: 'Home', to: '/' },
    category
      ? { name: category.name, to: `/category/${category.slug}` }
      : { name: pageNames.products, to: '/products' },
    { name: product.name },
  ]
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <div className={columns}>
        <div className="relative self-start md:sticky md:top-24">
          <Gallery product={product} />
          <span className="pointer-events-none absolute inset-x-1.5 top-1.5 aspect-square sm:*:scale-125">
            <Stickers product={product} />
          </span>
        </div>
        <div className="min-w-0">
          <h1 className="break-words font-display text-[clamp(1.8rem,4.4vw,3.1rem)] leading-[1.08] tracking-[-0.015em]">
            {product.name}
          </h1>
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
            <Money amount={product.price} className="font-display text-3xl sm:text-4xl" />
            {product.rating !== null && product.rating > 0 && <Rating value={product.rating} />}
          </div>
          <p className="mt-6 max-w-prose whitespace-pre-line break-words text-lg leading-relaxed">
            {product.description}
          </p>
          <dl className="mt-7 grid grid-cols-[auto_1fr] border-line border-t text-[0.98rem]">
            {product.origin && <Fact name="Origin">{product.origin}</Fact>}
            {category && (
              <Fact name="Category">
                <Link
                  to={`/category/${category.slug}`}
                  className="font-bold text-primary-deep underline decoration-2 underline-offset-3"
                >
                  {category.name}
                </Link>
              </Fact>
            )}
            <Fact name="Availability">
              <Availability product={product} />
            </Fact>
          </dl>
          <BuyBox product={product} />
          <Promises />
        </div>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-line border-b py-3 pr-8 text-mute">{name}</dt>
      <dd className="border-line border-b py-3">{children}</dd>
    </>
  )
}

function Promises() {
  const setting = useSettings()
  const text = useTexts(productDefaults)
  const promise = fillText(text('product_delivery_title'), setting, {
    standard_days: () => setting('standard_delivery_time'),
  })
  return (
    <ul className="mt-8 grid gap-3 rounded-3xl bg-paper-2 p-5 text-[0.95rem] sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2">
      <li className="flex gap-3">
        <Package className="mt-0.5 size-5 shrink-0 text-secondary-deep" aria-hidden="true" />
        <span>
          {promise && <b>{promise}</b>} {text('product_delivery_text')}
        </span>
      </li>
      <li className="flex gap-3">
        <Store className="mt-0.5 size-5 shrink-0 text-secondary-deep" aria-hidden="true" />
        <span>
          <b>Pickup on {setting('store_street_short')}.</b> {text('product_pickup_text')}
        </span>
      </li>
    </ul>
  )
}

function Outline() {
  return (
    <div aria-busy="true">
      <Skeleton className="my-3 h-5 w-64" />
      <div className={columns}>
        <Skeleton className="aspect-square rounded-[2rem] sm:rounded-[2.5rem]" />
        <div>
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="mt-5 h-10 w-32" />
          {['w-full', 'w-11/12', 'w-full', 'w-2/3'].map((width, index) => (
            <Skeleton key={index} className={`mt-4 h-5 ${width}`} />
          ))}
          <Skeleton className="mt-10 h-32" />
          <Skeleton className="mt-8 h-13 rounded-full" />
        </div>
      </div>
    </div>
  )
}
