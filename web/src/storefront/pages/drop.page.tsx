import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { descriptorOf, metaDescriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { shorten } from '~/shared/lib/shorten'
import { ButtonLink } from '~/shared/ui/Button'
import { DropPoster } from '~/storefront/drops/DropPoster'
import { dropQuery, dropsQuery } from '~/storefront/drops/queries'
import type { Drop } from '~/storefront/drops/types'
import { pageNames } from '~/storefront/layout/page-names'
import { NotFound } from '~/storefront/product/NotFound'
import { breadcrumbs, saleEvent } from '~/storefront/seo/json-ld'
import { countVisit } from '~/storefront/shared/visits'

const notFound = 'Drop Not Found'

export const route: PageRoute = {
  path: '/drop/:slug',
  render: 'public',
  queries({ params: { slug = '' } }, known) {
    const over = known<Drop>(dropQuery(slug))?.phase === 'ended'
    return [metaDescriptorOf(dropQuery(slug)), ...(over ? [descriptorOf(dropsQuery)] : [])]
  },
  meta(known, setting, { origin, params: { slug = '' } }) {
    const drop = known<Drop>(dropQuery(slug))
    if (drop === undefined) return {}
    if (drop === null) return { title: notFound, status: 404 }
    return {
      title: drop.name,
      description: shorten(`Opens ${drop.opens_text}. ${drop.description}`, 160),
      image: { url: `/drop/${slug}/card.jpg`, width: 1200, height: 630 },
      jsonLd: [
        saleEvent(origin, setting, drop),
        breadcrumbs(
          origin,
          { name: pageNames.drops, path: '/drops' },
          { name: drop.name, path: `/drop/${slug}` },
        ),
      ],
    }
  },
  sitemap: 'drops',
  phases: 'drops',
}

export default function DropPage() {
  const { slug = '' } = useParams()
  const { data: drop, isPending } = useQuery(dropQuery(slug))
  const shown = drop?.slug
  useEffect(() => {
    if (shown) countVisit('product')
  }, [shown])
  if (drop) return <DropPoster key={slug} drop={drop} />
  if (isPending) return <div className="on-ink glow-wall min-h-[90vh]" aria-busy="true" />
  return (
    <NotFound title={notFound} text="This drop doesn't exist, or it is not announced yet.">
      <ButtonLink to="/drops" variant="hot" size="lg">
        All drops
      </ButtonLink>
    </NotFound>
  )
}
