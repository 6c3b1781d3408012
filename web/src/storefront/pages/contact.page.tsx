import { Link } from 'react-router'
import type { PageRoute } from '~/shared/lib/page'
import { fillText, useSettings, useTexts } from '~/shared/lib/settings'
import { pageNames } from '~/storefront/layout/page-names'
import { ContactForm } from '~/storefront/static/ContactForm'
import { contactDefaults } from '~/storefront/static/contact-defaults.gen'
import { PageBanner } from '~/storefront/static/PageBanner'
import { StoreFacts } from '~/storefront/static/StoreFacts'

export const route: PageRoute = {
  path: '/contact',
  render: 'public',
  sitemap: true,
  meta: (_known, setting) => ({
    title: pageNames.contact,
    description: fillText(setting('contact_description'), setting),
  }),
}

export default function ContactPage() {
  const text = useTexts(contactDefaults)
  const sign = useSettings(contactDefaults)('contact_sign')
  return (
    <>
      <PageBanner title="Contact Us" sign={sign}>
        {text('contact_intro')}
      </PageBanner>
      <div className="wrap grid items-start gap-12 py-14 sm:py-20 lg:grid-cols-[1.5fr_1fr] lg:gap-20">
        <section aria-label="Contact form" className="rounded-3xl bg-white p-6 ring-1 ring-line sm:p-9">
          <ContactForm />
        </section>
        <section aria-labelledby="find-us">
          <h2 id="find-us" className="font-display text-2xl">
            Find us
          </h2>
          <div className="mt-6">
            <StoreFacts onContactPage />
          </div>
          <p className="mt-8 text-mute">
            Many answers are in the{' '}
            <Link to="/faq" className="font-semibold text-primary-deep underline">
              FAQ
            </Link>
            , and the state of an order is always on its{' '}
            <Link to="/orders" className="font-semibold text-primary-deep underline">
              order page
            </Link>
            .
          </p>
        </section>
      </div>
    </>
  )
}
