import { Link } from 'react-router'
import type { PageRoute } from '~/shared/lib/page'
import { storeAddress, useBrand, useSettings } from '~/shared/lib/settings'
import { PageBanner } from '~/storefront/static/PageBanner'
import { LegalPage } from '~/storefront/static/Prose'

export const route: PageRoute = {
  path: '/privacy',
  render: 'public',
  sitemap: true,
  meta: () => ({
    title: 'Privacy Policy',
    description: 'What this shop knows about you, why, and how to make it forget.',
  }),
}

export default function PrivacyPage() {
  const brand = useBrand()
  const setting = useSettings()
  return (
    <>
      <PageBanner title="Privacy Policy">
        <p>We sell snacks, not people. Here is everything that we keep, and why.</p>
      </PageBanner>
      <LegalPage updated="November 1, 2026">
        <h2>Looking around</h2>
        <p>
          You can browse without telling us who you are. There are no advertising cookies and no trackers of
          other companies. We count visits, product views and orders in plain numbers per day, without cookies
          and without anything that points to you. Our server log holds the address of a request for a short
          time, to keep the shop safe.
        </p>
        <h2>What your browser keeps</h2>
        <ul>
          <li>Your cart and a promo code, in your browser, until you clear them.</li>
          <li>
            What you type at the checkout and the way to your last order, in that one tab, until you close it
            or log out.
          </li>
          <li>The way to an order that waits for its payment, until it is paid or over, or you log out.</li>
          <li>
            One cookie when you sign in, so that you stay signed in. It ends after 30 days without a visit.
          </li>
        </ul>
        <h2>What we keep when you order</h2>
        <p>
          Your name, email, address, phone number if you give it, and what you ordered: to pack it, to send
          it, to write to you about it, and because tax law wants us to. Payments are handled by Stripe or
          PayPal; your card number never reaches us.
        </p>
        <h2>What we keep when you have an account</h2>
        <p>
          Your username, email, addresses, cart and orders. Your password is stored as a hash that nobody can
          turn back. In the account’s settings you can see where you are signed in, take all your data with
          you as a file, and delete the account. Orders then stay as numbers, without your name.
        </p>
        <h2>When you write to us</h2>
        <p>We keep your message and your address to answer you, and for nothing else.</p>
        <h2>The Inner Circle</h2>
        <p>
          We keep your email for the list once you have confirmed it, and every way to leave is one click. The
          list may be sent through Mailchimp, which then holds your address for us. Leave and it is taken off
          there, too.
        </p>
        <h2>Who else is involved</h2>
        <ul>
          <li>The carrier gets the address on your parcel.</li>
          <li>Stripe or PayPal get what they need to take your payment.</li>
          <li>
            The map on the home page comes from OpenStreetMap when you scroll to it; they then see your
            network address.
          </li>
        </ul>
        <p>We do not sell or rent your data to anybody.</p>
        <h2>Your rights</h2>
        <p>
          You may ask what we know about you, have it corrected, take it with you, or have it deleted. Most of
          that is a button in your account; for the rest <Link to="/contact">write to us</Link> and we answer
          within 30 days.
        </p>
        <h2>Who is responsible</h2>
        <p>
          {brand}, {storeAddress(setting)}.
        </p>
      </LegalPage>
    </>
  )
}
