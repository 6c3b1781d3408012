import { descriptorOf } from '~/shared/api/public-query'
import {
  categoriesQuery,
  featuredQuery,
  productQuery,
  sectionQuery,
  settingsQuery,
} from '~/shared/api/queries'
import type { PageRoute } from '~/shared/lib/page'
import { fillText, type PublicSettings, settingRows, settingsReader, useTexts } from '~/shared/lib/settings'
import { BrowseByCategory } from '~/storefront/home/BrowseByCategory'
import { CategorySection } from '~/storefront/home/CategorySection'
import { DeliveryAndPickup } from '~/storefront/home/DeliveryAndPickup'
import { FeaturedProducts } from '~/storefront/home/FeaturedProducts'
import { Hero } from '~/storefront/home/Hero'
import { MailingListSection } from '~/storefront/home/MailingListSection'
import { Marquee } from '~/storefront/home/Marquee'
import { NextDrop } from '~/storefront/home/NextDrop'
import { nextDropQuery } from '~/storefront/home/next-drop'
import { PromotedProduct } from '~/storefront/home/PromotedProduct'
import { organization, website } from '~/storefront/seo/json-ld'

export const route: PageRoute = {
  path: '/',
  render: 'public',
  queries: (_url, known) => {
    const settings = known<PublicSettings>(settingsQuery)
    if (settings === undefined) return [] // the other queries depend on the settings
    const setting = settingsReader(settings)
    return [
      nextDropQuery,
      featuredQuery,
      productQuery(Number(setting('promo_product'))),
      categoriesQuery,
      ...settingRows(setting('home_sections')).map(([slug = '']) => sectionQuery(slug)),
    ].map(descriptorOf)
  },
  meta: (_known, setting, { origin }) => ({
    title: fillText(setting('hero_headline'), setting),
    jsonLd: [organization(origin, setting), website(origin, setting)],
  }),
  sitemap: true,
  phases: true,
  warm: true,
}

export default function HomePage() {
  const text = useTexts()
  return (
    <>
      <Hero />
      <Marquee />
      <NextDrop />
      <FeaturedProducts />
      <PromotedProduct />
      <BrowseByCategory />
      {settingRows(text('home_sections')).map(([slug = '', title = slug, about = '', more = 'View All']) => (
        <CategorySection key={slug} slug={slug} title={title} text={about} more={more} />
      ))}
      <DeliveryAndPickup />
      <MailingListSection />
    </>
  )
}
