import { metaDescriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { useSettings } from '~/shared/lib/settings'
import { stateName } from '~/shared/lib/us-states'
import { LegalPage } from '~/storefront/static/LegalPage'
import { PageBanner } from '~/storefront/static/PageBanner'
import { describePage, pageTextsQuery, usePageTexts } from '~/storefront/static/page-texts'

const title = 'Privacy Policy'

export const route: PageRoute = {
  path: '/privacy',
  render: 'public',
  sitemap: true,
  queries: () => [metaDescriptorOf(pageTextsQuery('privacy'))],
  meta: (known, setting) => ({
    title,
    description: describePage('privacy', 'privacy_description', known, setting),
  }),
}

export default function PrivacyPage() {
  const setting = useSettings()
  const texts = usePageTexts('privacy', { state: () => stateName(setting('store_state')) })
  return (
    <>
      <PageBanner title={title}>{texts.text('privacy_intro')}</PageBanner>
      <LegalPage texts={texts} updated="privacy_updated" content="privacy_text" />
    </>
  )
}
