import type { Product } from '~/shared/api/types'
import { isSelling } from '~/shared/lib/drop-phase'
import type { Setting } from '~/shared/lib/page'
import type { Drop } from '~/storefront/drops/types'

/** schema.org objects for search engines. */
const context = { '@context': 'https://schema.org' }

export function organization(origin: string, setting: Setting) {
  const instagram = setting('instagram_username').replace(/^@/, '')
  const sameAs = [instagram && `https://www.instagram.com/${instagram}`, setting('facebook_page')].filter(
    Boolean,
  )
  const logo = setting('site_logo') || '/icon-512.png'
  return {
    ...context,
    '@type': 'Organization',
    name: setting('site_name'),
    url: `${origin}/`,
    logo: logo.startsWith('/') ? origin + logo : logo,
    ...(sameAs.length > 0 && { sameAs }),
  }
}

export const website = (origin: string, setting: Setting) => ({
  ...context,
  '@type': 'WebSite',
  name: setting('site_name'),
  url: `${origin}/`,
  potentialAction: {
    '@type': 'SearchAction',
    'query-input': 'required name=search_term_string',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/products?search={search_term_string}` },
  },
})

/** The way to a page, after Home. */
export const breadcrumbs = (origin: string, ...trail: { name: string; path: string }[]) => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})

/** A product of a drop tells when it can be bought, then that there are few, then that it is gone. */
function offerAvailability({ drop, in_stock }: Product) {
  const is = (word: string) => ({ availability: `https://schema.org/${word}` })
  if (!drop || (drop.phase === 'ended' && in_stock)) return is(in_stock ? 'InStock' : 'OutOfStock')
  if (drop.phase === 'teased') return { ...is('OutOfStock'), availabilityStarts: drop.opens_at }
  const open = isSelling(drop.phase)
  return is(open && drop.free + drop.held > 0 ? 'LimitedAvailability' : 'SoldOut')
}

export function productOffer(origin: string, setting: Setting, product: Product) {
  const url = `${origin}/product/${product.id}`
  const [image] = product.images
  return {
    ...context,
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: String(product.id),
    url,
    ...(image && { image: origin + image.url }),
    ...(product.category && { category: product.category.name }),
    offers: {
      '@type': 'Offer',
      price: product.price,
      priceCurrency: setting('currency'),
      ...offerAvailability(product),
      url,
    },
  }
}

/** A drop is an event with offers: before the opening they say when they start, afterwards that they are gone. */
export function saleEvent(origin: string, setting: Setting, drop: Drop) {
  const url = `${origin}/drop/${drop.slug}`
  const { phase, opens_at, ends_at, availability } = drop
  const open = isSelling(phase)
  const gone = phase === 'ended' || phase === 'awarding' || (open && availability === 'sold_out')
  const stock = gone ? 'SoldOut' : open ? 'LimitedAvailability' : 'OutOfStock'
  return {
    ...context,
    '@type': 'SaleEvent',
    name: drop.name,
    description: drop.description,
    url,
    startDate: opens_at,
    ...(ends_at && { endDate: ends_at }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    image: `${url}/card.jpg`,
    organizer: { '@type': 'Organization', name: setting('site_name'), url: `${origin}/` },
    offers: drop.products.map(({ id, name, price }) => ({
      '@type': 'Offer',
      name,
      price,
      priceCurrency: setting('currency'),
      availability: `https://schema.org/${stock}`,
      ...(!open && !gone && { availabilityStarts: opens_at }),
      url: `${origin}/product/${id}`,
    })),
  }
}
