import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { metaDescriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { ButtonLink } from '~/shared/ui/Button'
import { DrawSheet } from '~/storefront/drops/DrawSheet'
import { type Draw, drawQuery } from '~/storefront/drops/draw-queries'
import { dropQuery } from '~/storefront/drops/queries'
import type { Drop } from '~/storefront/drops/types'
import { pageNames } from '~/storefront/layout/page-names'
import { NotFound } from '~/storefront/product/NotFound'
import { breadcrumbs } from '~/storefront/seo/json-ld'

const notFound = 'Draw Not Found'

export const route: PageRoute = {
  path: '/drop/:slug/draw',
  render: 'public',
  queries: ({ params: { slug = '' } }) => [
    metaDescriptorOf(dropQuery(slug)),
    metaDescriptorOf(drawQuery(slug)),
  ],
  meta(known, _setting, { origin, params: { slug = '' } }) {
    const drop = known<Drop>(dropQuery(slug))
    const draw = known<Draw>(drawQuery(slug))
    if (drop === undefined || draw === undefined) return {}
    if (drop === null || draw === null) return { title: notFound, status: 404 }
    return {
      title: `The draw for ${drop.name}`,
      description: 'The locked seed, the list of entries, the winners, and how to check them yourself.',
      jsonLd: [
        breadcrumbs(
          origin,
          { name: pageNames.drops, path: '/drops' },
          { name: drop.name, path: `/drop/${slug}` },
          { name: 'The draw', path: `/drop/${slug}/draw` },
        ),
      ],
    }
  },
  phases: 'drops',
}

export default function DrawPage() {
  const { slug = '' } = useParams()
  const drop = useQuery(dropQuery(slug))
  const draw = useQuery({
    ...drawQuery(slug),
    // After the close the seed is there in a moment.
    refetchInterval: ({ state }) =>
      state.data?.seed ? false : drop.data?.phase === 'awarding' ? 3000 : 10_000,
  })
  if (drop.data && draw.data) return <DrawSheet key={slug} drop={drop.data} draw={draw.data} />
  if (drop.isPending || draw.isPending) return <div className="min-h-[90vh]" aria-busy="true" />
  return (
    <NotFound title={notFound} text="This draw doesn't exist, or it is not announced yet.">
      <ButtonLink to="/drops" variant="hot" size="lg">
        All drops
      </ButtonLink>
    </NotFound>
  )
}
