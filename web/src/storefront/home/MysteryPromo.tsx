import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { productQuery } from '~/shared/api/queries'
import { Sticker } from '~/shared/ui/Badge'
import { ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import mysteryBox from './art/mystery-box.svg'

const MYSTERY_BOX = 10

export function MysteryPromo() {
  const { data: box } = useQuery(productQuery(MYSTERY_BOX))
  const to = `/product/${MYSTERY_BOX}`
  return (
    <section aria-labelledby="mystery-drop-box" className="wrap below py-10">
      <div className="on-ink glow-wall relative grid items-center gap-8 overflow-hidden rounded-[2rem] px-6 pt-10 text-paper sm:px-12 md:grid-cols-[1.1fr_1fr] md:pt-0 lg:px-16">
        <div className="relative z-10 md:py-14">
          <Sticker tone="paper">A new one every month</Sticker>
          <h2
            id="mystery-drop-box"
            className="mt-5 font-display text-[clamp(2rem,5.5vw,3.6rem)] leading-[1.05] tracking-[-0.01em]"
          >
            <Link to={to} className="decoration-4 decoration-secondary underline-offset-8 hover:underline">
              Mystery Drop Box
            </Link>
          </h2>
          <p className="mt-4 max-w-md text-lg text-mist leading-relaxed">
            5-7 rare snacks a month, chosen by us, known to nobody until the tape comes off. No list, no
            spoilers.
          </p>
          <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-4">
            <ButtonLink to={to} variant="hot" size="lg">
              Unbox the mystery <ArrowRight className="size-5" aria-hidden="true" />
            </ButtonLink>
            <span className="min-h-8 font-display text-2xl">{box && <Money amount={box.price} />}</span>
          </div>
        </div>
        <img
          src={mysteryBox}
          alt=""
          width={420}
          height={380}
          loading="lazy"
          decoding="async"
          className="mx-auto w-full max-w-[26rem] self-end"
        />
      </div>
    </section>
  )
}
