import { metaDescriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { useSettings } from '~/shared/lib/settings'
import { stateName } from '~/shared/lib/us-states'
import { LegalPage } from '~/storefront/static/LegalPage'
import { PageBanner } from '~/storefront/static/PageBanner'
import { describePage, pageTextsQuery, usePageTexts } from '~/storefront/static/page-texts'

const title = 'Terms of Service'

export const route: PageRoute = {
  path: '/terms',
  render: 'public',
  sitemap: true,
  queries: () => [metaDescriptorOf(pageTextsQuery('terms'))],
  meta: (known, setting) => ({
    title,
    description: describePage('terms', 'terms_description', known, setting),
  }),
}

export default function TermsPage() {
  const setting = useSettings()
  const texts = usePageTexts('terms', {
    state: () => stateName(setting('store_state')),
    currency: () => (setting('currency') === 'USD' ? 'US dollars' : setting('currency')),
  })
  return (
    <>
      <PageBanner title={title}>{texts.text('terms_intro')}</PageBanner>
      <LegalPage texts={texts} updated="terms_updated" content="terms_text" />
    </>
  )
}
