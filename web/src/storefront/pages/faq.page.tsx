import { Plus } from 'lucide-react'
import { metaDescriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { useSettings } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import { pageNames } from '~/storefront/layout/page-names'
import { PageBanner } from '~/storefront/static/PageBanner'
import { describePage, pageTextsQuery, usePageTexts } from '~/storefront/static/page-texts'
import { parseQuestions, type Question } from '~/storefront/static/questions'
import { RichText } from '~/storefront/static/RichText'
import { TextsState } from '~/storefront/static/TextsState'

const title = pageNames.faq

export const route: PageRoute = {
  path: '/faq',
  render: 'public',
  sitemap: true,
  queries: () => [metaDescriptorOf(pageTextsQuery('faq'))],
  meta: (known, setting) => ({
    title,
    description: describePage('faq', 'faq_description', known, setting),
  }),
}

export default function FaqPage() {
  const formatMoney = useMoney()
  const setting = useSettings()
  const texts = usePageTexts('faq', {
    standard_days: () => setting('standard_delivery_time'),
    express_days: () => setting('express_delivery_time'),
    shipping_cost: () => {
      const fee = formatMoney(Number(setting('shipping_fee')))
      const freeFrom = setting('free_shipping_threshold')
      return freeFrom
        ? `Standard shipping is ${fee}. Orders of ${formatMoney(Number(freeFrom))} or more ship free.`
        : `Standard shipping is ${fee}, however much is in the box.`
    },
  })
  return (
    <>
      <PageBanner title={title} sign={setting('faq_sign')}>
        {texts.text('faq_intro')}
      </PageBanner>
      <div className="wrap grid gap-12 py-14 sm:py-20">
        <TextsState texts={texts} />
        {parseQuestions(texts.text('faq_questions')).map(({ title, questions }) => (
          <section
            key={title}
            aria-label={title || 'Questions'}
            className="grid gap-x-16 gap-y-4 lg:grid-cols-[18rem_1fr]"
          >
            <h2 className="font-display text-2xl leading-tight">{title}</h2>
            <div className="max-w-3xl border-line border-t">
              {questions.map((question) => (
                <Entry key={question.question} {...question} />
              ))}
            </div>
          </section>
        ))}
        <p className="flex flex-wrap items-center gap-5 text-lg">
          {texts.text('faq_closing')}
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
      <div className="pr-10 pb-6 text-[1.05rem] text-mute leading-relaxed [&_a]:font-semibold [&_a]:text-primary-deep [&_a]:underline [&_p+p]:mt-3 [&_ul]:mt-2 [&_ul]:list-disc [&_ul]:pl-6">
        <RichText blocks={answer} />
      </div>
    </details>
  )
}
