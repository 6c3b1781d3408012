import type { Product } from '~/shared/api/types'
import type { Setting } from '~/shared/lib/page'

/** schema.org objects for search engines. */
const context = { '@context': 'https://schema.org' }

export function organization(origin: string, setting: Setting) {
  const instagram = setting('instagram_username').replace(/^@/, '')
  const sameAs = [instagram && `https://www.instagram.com/${instagram}`, setting('facebook_page')].filter(
    Boolean,
  )
  return {
    ...context,
    '@type': 'Organization',
    name: setting('site_name'),
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
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
      availability: `https://schema.org/${product.in_stock ? 'InStock' : 'OutOfStock'}`,
      url,
    },
  }
}
