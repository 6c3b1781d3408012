import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { metaDescriptorOf } from '~/shared/api/public-query'
import type { PageRoute } from '~/shared/lib/page'
import { fillText, settingRows, useTexts } from '~/shared/lib/settings'
import { describePage, pageTextsQuery, usePageTexts } from '~/storefront/static/page-texts'
import { SubscribeForm } from '~/storefront/static/SubscribeForm'
import { Confirm, Leave } from '~/storefront/static/SubscriptionLink'

export const route: PageRoute = {
  path: '/subscription',
  render: 'public',
  sitemap: true,
  queries: () => [metaDescriptorOf(pageTextsQuery('subscription'))],
  meta: (known, setting) => ({
    title: fillText(setting('subscription_title'), setting),
    description: describePage('subscription', 'subscription_description', known, setting),
  }),
}

export default function SubscriptionPage() {
  const { text } = usePageTexts('subscription')
  const title = useTexts()('subscription_title')
  return (
    <div className="on-ink glow-wall text-paper">
      <div className="wrap grid items-center gap-12 py-14 sm:py-24 lg:grid-cols-[1.2fr_1fr] lg:gap-20">
        <div>
          <h1 className="neon-text font-display text-[clamp(2.3rem,7vw,4.75rem)] leading-[1.03] tracking-[-0.02em]">
            {title}
          </h1>
          <p className="mt-6 max-w-xl text-lg text-mist leading-relaxed sm:text-xl">
            {text('subscription_intro')}
          </p>
          <ul className="mt-9 grid gap-5">
            {settingRows(text('subscription_reasons')).map(([reason, words]) => (
              <li key={reason} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-11 shrink-0 -rotate-3 place-items-center rounded-xl bg-secondary text-on-secondary"
                >
                  <Check />
                </span>
                <span>
                  <b className="block">{reason}</b>
                  <span className="text-mist">{words}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
        <section
          aria-label="Subscription"
          className="grid content-center rounded-3xl sm:min-h-84 bg-paper p-6 text-ink shadow-2xl sm:p-9 [&_:focus-visible]:outline-primary-deep"
        >
          <Panel />
        </section>
      </div>
    </div>
  )
}

type Link = { kind: 'confirm' | 'leave'; token: string }

/** The form, or what a mail's link asks for. The server renders the form for everybody, so a link is read after hydration. */
function Panel() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState<Link>()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const kind = (['confirm', 'leave'] as const).find((name) => params.get(name))
    setLink(kind && { kind, token: params.get(kind) ?? '' })
  }, [search])
  const again = () => void navigate('/subscription', { replace: true })
  if (link?.kind === 'confirm') return <Confirm token={link.token} onAgain={again} />
  if (link?.kind === 'leave') return <Leave token={link.token} onAgain={again} />
  return <SubscribeForm />
}
