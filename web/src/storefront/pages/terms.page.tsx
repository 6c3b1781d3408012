import { Link } from 'react-router'
import type { PageRoute } from '~/shared/lib/page'
import { storeAddress, useBrand, useSettings } from '~/shared/lib/settings'
import { usStates } from '~/shared/lib/us-states'
import { PageBanner } from '~/storefront/static/PageBanner'
import { LegalPage } from '~/storefront/static/Prose'

export const route: PageRoute = {
  path: '/terms',
  render: 'public',
  sitemap: true,
  meta: () => ({
    title: 'Terms of Service',
    description: 'The terms of this shop, in plain words.',
  }),
}

export default function TermsPage() {
  const brand = useBrand()
  const setting = useSettings()
  return (
    <>
      <PageBanner title="Terms of Service">
        <p>What you can expect of us, and we of you. In words that a person wrote.</p>
      </PageBanner>
      <LegalPage updated="November 1, 2026">
        <h2>Who we are</h2>
        <p>
          This shop is run by {brand}, {storeAddress(setting)}. By ordering here you agree to these terms. If
          you do not, please do not order.
        </p>
        <h2>Orders and prices</h2>
        <p>
          Prices are in US dollars. Shipping stands in your cart; sales tax, where it is due, is added at
          checkout before you pay. What you pay is the total that you saw when you placed the order. If a
          price or the stock changed in between, we show you and ask again.
        </p>
        <p>
          An order is accepted once it has a number. Drops are small: what lies in a cart is not reserved. We
          may limit how many of one product an order can hold, and cancel orders that get around it. You then
          get all your money back.
        </p>
        <h2>Payment</h2>
        <p>
          Cards and PayPal are handled by their own services; we never see or store a card number. An order
          that is not paid in time is released, so that somebody else can have it.
        </p>
        <h2>Shipping and pickup</h2>
        <p>
          We ship within the US. Delivery times are honest estimates, not guarantees. The parcel is ours until
          it is handed to you: if it is lost on the way, we send it again or pay you back. Orders for pickup
          are kept for seven days after we tell you that they are ready.
        </p>
        <h2>Cancelling, returns and refunds</h2>
        <ul>
          <li>You can cancel until we start to pack.</li>
          <li>Wrong, damaged or spoiled goods: tell us within 14 days and we replace or refund them.</li>
          <li>For reasons of health, food that arrived as ordered cannot be returned.</li>
          <li>Refunds go back the way the money came, usually within five business days.</li>
        </ul>
        <h2>Food and allergies</h2>
        <p>
          Recipes change without notice, and labels abroad follow other rules. Read the label on the pack
          before you eat, every time. If an allergy is serious, <Link to="/contact">ask us first</Link>.
        </p>
        <h2>Your account</h2>
        <p>
          Keep your password to yourself; what is done with it counts as done by you. You can close your
          account at any time in its settings. We may close accounts that are used to harm others or to buy
          for resale by machine.
        </p>
        <h2>Our liability</h2>
        <p>
          We answer for what we do wrong. We do not answer for losses that nobody could foresee, and never for
          more than you paid for the order in question, except where the law says otherwise. Your rights as a
          consumer stay as they are.
        </p>
        <h2>The rest</h2>
        <p>
          These terms follow the law of {stateName(setting('store_state'))}. When we change them, the new ones
          stand here with their date and apply to orders placed after it. Questions?{' '}
          <Link to="/contact">Write to us</Link>.
        </p>
      </LegalPage>
    </>
  )
}

const stateName = (code: string) => new Map(usStates).get(code) ?? code
