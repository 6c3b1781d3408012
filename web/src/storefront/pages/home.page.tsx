import {
  categoriesDescriptor,
  featuredDescriptor,
  productDescriptor,
  sectionDescriptor,
} from '~/shared/api/query-descriptors'
import type { PageRoute } from '~/shared/lib/page'
import { BrowseByCategory } from '~/storefront/home/BrowseByCategory'
import { CategorySection } from '~/storefront/home/CategorySection'
import { DeliveryAndPickup } from '~/storefront/home/DeliveryAndPickup'
import { Hero } from '~/storefront/home/Hero'
import { HottestDrops } from '~/storefront/home/HottestDrops'
import { InnerCircle } from '~/storefront/home/InnerCircle'
import { Marquee } from '~/storefront/home/Marquee'
import { MysteryPromo } from '~/storefront/home/MysteryPromo'
import { organization, website } from '~/storefront/seo/json-ld'

export const route: PageRoute = {
  path: '/',
  render: 'public',
  queries: () => [
    featuredDescriptor,
    productDescriptor(10),
    categoriesDescriptor,
    ...['chips', 'drinks', 'candy'].map(sectionDescriptor),
  ],
  meta: (_known, setting, { origin }) => ({
    title: 'Rare Snacks. Limited Supply. Maximum Hype.',
    jsonLd: [organization(origin, setting), website(origin, setting)],
  }),
  sitemap: true,
  warm: true,
}

export default function HomePage() {
  return (
    <>
      <Hero />
      <Marquee />
      <HottestDrops />
      <MysteryPromo />
      <BrowseByCategory />
      <CategorySection
        slug="chips"
        title="Rare Chips"
        text="Bags that do not make it to the supermarket."
        more="All chips"
      />
      <CategorySection
        slug="drinks"
        title="Exclusive Drinks"
        text="From fridges eight time zones away."
        more="All drinks"
      />
      <CategorySection
        slug="candy"
        title="Hype Candy"
        text="Bought by the case wherever the locals queue."
        more="All candy"
      />
      <DeliveryAndPickup />
      <InnerCircle />
    </>
  )
}
