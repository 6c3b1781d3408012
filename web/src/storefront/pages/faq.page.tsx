import { Plus } from 'lucide-react'
import type { PageRoute } from '~/shared/lib/page'
import { storeAddress, useSettings } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import { DEFAULT_SHIPPING } from '~/storefront/cart/totals'
import { PageBanner } from '~/storefront/static/PageBanner'
import { chapters, type Question } from '~/storefront/static/questions'

export const route: PageRoute = {
  path: '/faq',
  render: 'public',
  sitemap: true,
  meta: (_known, setting) => ({
    title: 'FAQ',
    description: `Shipping, pickup in ${setting('store_city')}, drops, restocks and returns: the questions we hear most.`,
  }),
}

export default function FaqPage() {
  const formatMoney = useMoney()
  const setting = useSettings()
  const freeFrom = setting('free_shipping_threshold')
  const facts = {
    standard: setting('standard_delivery_time') || '3-5',
    express: setting('express_delivery_time') || '1-2',
    shipping: formatMoney(Number(setting('shipping_fee') || DEFAULT_SHIPPING)),
    freeFrom: freeFrom && formatMoney(Number(freeFrom)),
    address: storeAddress(setting),
  }
  return (
    <>
      <PageBanner title="FAQ" sign="cookies">
        <p>Frequently asked, honestly answered. If yours is missing, ask.</p>
      </PageBanner>
      <div className="wrap grid gap-12 py-14 sm:py-20">
        {chapters(facts).map(({ title, questions }) => (
          <section key={title} aria-label={title} className="grid gap-x-16 gap-y-4 lg:grid-cols-[18rem_1fr]">
            <h2 className="font-display text-2xl leading-tight">{title}</h2>
            <div className="max-w-3xl border-line border-t">
              {questions.map((question) => (
                <Entry key={question.question} {...question} />
              ))}
            </div>
          </section>
        ))}
        <p className="flex flex-wrap items-center gap-5 text-lg">
          Still hungry for an answer?
          <ButtonLink to="/contact" variant="ink">
            Contact Us
          </ButtonLink>
        </p>
      </div>
    </>
  )
}

/** The browser's own accordion: it opens without script, and a search in the page finds what is folded. */
function Entry({ question, answer }: Question) {
  return (
    <details className="group border-line border-b">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-bold text-lg leading-snug marker:content-none [&::-webkit-details-marker]:hidden">
        {question}
        <Plus
          className="size-5 shrink-0 text-secondary-deep transition-transform duration-200 group-open:rotate-45"
          aria-hidden="true"
        />
      </summary>
      <div className="pr-10 pb-6 text-[1.05rem] text-mute leading-relaxed [&_a]:font-semibold [&_a]:text-primary-deep [&_a]:underline">
        {answer}
      </div>
    </details>
  )
}
