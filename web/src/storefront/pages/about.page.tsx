import type { PageRoute } from '~/shared/lib/page'
import { fillText, settingRows, useSettings, useTexts } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'
import { pageNames } from '~/storefront/layout/page-names'
import { ShopButton } from '~/storefront/shared/ShopButton'
import { aboutDefaults } from '~/storefront/static/about-defaults.gen'
import { PageBanner } from '~/storefront/static/PageBanner'
import { StoreFacts } from '~/storefront/static/StoreFacts'

const title = pageNames.about

export const route: PageRoute = {
  path: '/about',
  render: 'public',
  sitemap: true,
  meta: (_known, setting) => ({
    title,
    description: fillText(setting('about_description'), setting),
  }),
}

export default function AboutPage() {
  const text = useTexts(aboutDefaults)
  const sign = useSettings()('shop_sign')
  const steps = settingRows(text('about_steps'))
  return (
    <>
      <PageBanner title={title} sign={sign}>
        {text('about_intro')}
      </PageBanner>
      <div className="wrap grid gap-14 py-16 sm:py-24 lg:grid-cols-2 lg:gap-20">
        <Text id="our-story" title="Our Story" text={text('about_story')} />
        <Text id="our-mission" title="Our Mission" text={text('about_mission')} />
      </div>
      {steps.length > 0 && <Steps steps={steps} />}
      <section aria-labelledby="come-by" className="wrap grid gap-10 py-16 sm:py-24 lg:grid-cols-2">
        <div>
          <h2 id="come-by" className="font-display text-[clamp(1.8rem,4.6vw,3rem)] leading-tight">
            {text('about_visit_title')}
          </h2>
          <p className="mt-4 max-w-lg text-lg text-mute leading-relaxed">{text('about_visit')}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ShopButton size="lg" />
            <ButtonLink to="/contact" variant="outline" size="lg">
              Contact Us
            </ButtonLink>
          </div>
        </div>
        <StoreFacts />
      </section>
    </>
  )
}

function Steps({ steps }: { steps: string[][] }) {
  return (
    <section aria-labelledby="how-we-work" className="on-ink bg-ink-2 text-paper">
      <div className="wrap py-16 sm:py-24">
        <h2 id="how-we-work" className="font-display text-[clamp(1.8rem,4.6vw,3rem)] leading-tight">
          How We Work
        </h2>
        <ol className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(([name, words], index) => (
            <li key={name} className="rounded-3xl bg-ink p-6 ring-1 ring-white/10">
              <span
                aria-hidden="true"
                className="grid size-12 -rotate-3 place-items-center rounded-xl bg-secondary font-display text-on-secondary text-xl"
              >
                {index + 1}
              </span>
              <h3 className="mt-5 font-display text-xl">{name}</h3>
              <p className="mt-2 text-mist leading-relaxed">{words}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** A chapter of the page; none when the merchant left its text out. */
function Text({ id, title, text }: { id: string; title: string; text: string }) {
  if (!text) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-display text-[clamp(1.8rem,4.6vw,3rem)] leading-tight">
        {title}
      </h2>
      <div className="mt-5 grid gap-4 text-lg leading-relaxed">
        {text.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}
