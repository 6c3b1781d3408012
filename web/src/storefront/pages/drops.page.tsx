import { useQuery } from '@tanstack/react-query'
import { descriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { useTexts } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { DropCard } from '~/storefront/drops/DropCard'
import { dropsQuery } from '~/storefront/drops/queries'
import { pageNames } from '~/storefront/layout/page-names'
import { breadcrumbs } from '~/storefront/seo/json-ld'
import '~/storefront/drops/drop.css'

export const route: PageRoute = {
  path: '/drops',
  render: 'public',
  queries: () => [descriptorOf(dropsQuery)],
  meta: (_known, _setting, { origin }) => ({
    title: pageNames.drops,
    description: 'What opens next, what is open now and what is gone: every drop with its date.',
    jsonLd: [breadcrumbs(origin, { name: pageNames.drops, path: '/drops' })],
  }),
  sitemap: true,
  phases: true,
}

export default function DropsPage() {
  const { data, isPending } = useQuery(dropsQuery)
  const text = useTexts()
  const items = data?.items ?? []
  const coming = items.filter(({ phase }) => phase !== 'ended')
  const over = items.filter(({ phase }) => phase === 'ended')
  return (
    <div className="drops">
      <div className="wrap">
        <h1>{pageNames.drops}</h1>
        {coming.length > 0 && (
          <ul className="drops-coming">
            {coming.map((drop) => (
              <li key={drop.slug}>
                <DropCard drop={drop} />
              </li>
            ))}
          </ul>
        )}
        {isPending && <div className="min-h-96" aria-busy="true" />}
        {!isPending && coming.length === 0 && (
          <div className="mt-8">
            <EmptyState
              title="No drop is planned right now."
              text={`The ${text('list_name')} hears of the next one first.`}
            >
              <ButtonLink to="/subscription" variant="hot">
                {text('subscription_button')}
              </ButtonLink>
            </EmptyState>
          </div>
        )}
        {over.length > 0 && (
          <section aria-labelledby="drops-over" className="pt-14">
            <h2 id="drops-over" className="drop-heading">
              Gone
            </h2>
            <ul className="drops-over">
              {over.map((drop) => (
                <li key={drop.slug}>
                  <DropCard drop={drop} small />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}
