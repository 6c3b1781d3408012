import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Fragment } from 'react'
import { featuredQuery } from '~/shared/api/queries'
import { useTexts } from '~/shared/lib/settings'
import { Sticker } from '~/shared/ui/Badge'
import { ButtonLink } from '~/shared/ui/Button'
import { Skyline } from '~/storefront/shared/Skyline'
import { HeroStall } from './HeroStall'

export function Hero() {
  const { data, isPending } = useQuery(featuredQuery)
  const text = useTexts()
  const badge = text('hero_badge')
  const about = text('hero_about_button')
  const sentences = (text('hero_headline').match(/[^.!?]+[.!?]*/g) ?? []).map((sentence) => sentence.trim())
  return (
    <section aria-label="Welcome" className="on-ink glow-wall relative isolate overflow-hidden text-paper">
      <Skyline className="absolute inset-x-0 bottom-0 h-32 w-full object-cover object-bottom opacity-90 sm:h-44" />
      <div className="wrap relative grid items-center gap-x-10 gap-y-12 pt-10 sm:pt-14 lg:grid-cols-[1.12fr_1fr] lg:pt-16">
        <div className="relative z-10 lg:pb-28">
          {badge && (
            <Sticker className="px-3 py-1.5 text-[0.8rem] shadow-[0_0_2rem_-0.3rem_var(--secondary)]">
              {badge}
            </Sticker>
          )}
          <h1 className="mt-6 font-display text-[clamp(1.95rem,9.3vw,4.6rem)] leading-[1.02] tracking-[-0.02em] lg:text-[clamp(2.6rem,4.45vw,4.25rem)]">
            {sentences.map((sentence, index) => (
              <Fragment key={sentence}>
                {index > 0 && ' '}
                <span className={index === sentences.length - 1 ? 'neon-text block' : 'relative z-10 block'}>
                  {sentence}
                </span>
              </Fragment>
            ))}
          </h1>
          <p className="mt-6 max-w-[34rem] text-lg text-mist leading-relaxed sm:text-xl">
            {`${text('tagline')} ${text('hero_text')}`}
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to="/products" variant="hot" size="lg">
              {text('shop_button')} <ArrowRight className="size-5" aria-hidden="true" />
            </ButtonLink>
            {about && (
              <ButtonLink to="/about" variant="outline-ink" size="lg">
                {about}
              </ButtonLink>
            )}
          </div>
        </div>
        <HeroStall products={isPending ? undefined : (data?.items ?? [])} />
      </div>
    </section>
  )
}
