import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { QUEUE_MINUTES, WIN_HOURS } from '~/shared/lib/rules.gen'
import { inMinutes } from './in-minutes'
import type { Drop } from './types'

type Step = { title: string; text: string; sign: ReactNode }

const line = (
  <>
    <circle cx="26" cy="44" r="9" />
    <path d="M14 84V70a12 12 0 0 1 24 0v14" />
    <circle cx="60" cy="44" r="9" />
    <path d="M48 84V70a12 12 0 0 1 24 0v14" />
    <circle cx="94" cy="44" r="9" />
    <path d="M82 84V70a12 12 0 0 1 24 0v14" />
    <path d="M32 24c14-12 42-12 56 0m-8-1 9 2 1-9M88 98c-14 10-42 10-56 0m8 1-9-2-1 9" />
  </>
)
const turn = (
  <>
    <path d="M30 100V22h60v78M20 100h80" />
    <path d="M30 22l34 10v78L30 100" />
    <circle cx="55" cy="68" r="3" />
    <path d="M76 62h26m-8-9 9 9-9 9" />
  </>
)
const held = (
  <>
    <path d="m32 36 5-6 6 6 5-6 5 6 5-6 5 6 6-6 5 6c-3 12-3 36 0 52l-5 5-6-5-5 5-5-5-5 5-5-5-6 5-5-5c3-16 3-40 0-52Z" />
    <circle cx="84" cy="82" r="20" />
    <path d="M84 70v13l8 6" />
  </>
)
const ticket = (
  <>
    <path d="M18 42h84v14a8 8 0 0 0 0 16v14H18V72a8 8 0 0 0 0-16Z" />
    <path d="M74 44v40" strokeDasharray="4 6" />
    <path d="m40 64 8 8 14-16" />
  </>
)
const seed = (
  <>
    <path d="M60 20 26 36v26c0 22 14 34 34 42 20-8 34-20 34-42V36Z" />
    <path d="M46 60h28M46 72h20M52 48h16" />
  </>
)

const steps: Record<Drop['mode'], Step[]> = {
  queue: [
    {
      title: 'Join the line',
      text: `It opens ${inMinutes(QUEUE_MINUTES)} before. Everyone who is in it when the drop opens is shuffled: being first does not help.`,
      sign: line,
    },
    {
      title: 'Wait your turn',
      text: 'Close the page if you like, your place is safe. You go in when there is one for you.',
      sign: turn,
    },
    {
      title: 'Check out in peace',
      text: 'What you add to your cart is held for you while the clock beside it runs. Nobody can take it.',
      sign: held,
    },
  ],
  open: [
    {
      title: 'Be there',
      text: 'The page changes by itself the moment the drop opens. No refreshing needed.',
      sign: turn,
    },
    { title: 'Add to Cart', text: 'First come, first served, as long as there are units.', sign: ticket },
    {
      title: 'Pay in time',
      text: 'An order holds its units for a few minutes. What is not paid goes to the next.',
      sign: held,
    },
  ],
  draw: [
    {
      title: 'Enter the draw',
      text: 'One entry per person, free. Open the link we mail you, or it does not count.',
      sign: ticket,
    },
    {
      title: 'We draw',
      text: 'The seed is locked before the first entry and shown after the last: anybody can check it.',
      sign: seed,
    },
    {
      title: 'Winners buy',
      text: `A win is held for ${WIN_HOURS} hours, then the next rank wins.`,
      sign: held,
    },
  ],
}

export const HowItWorks = memo(function HowItWorks({ drop }: { drop: Drop }) {
  return (
    <section aria-labelledby="how-it-works" className="drop-how">
      <div className="wrap">
        <h2 id="how-it-works" className="drop-heading">
          <Link to="/faq">How it works</Link>
        </h2>
        <ol className="drop-steps">
          {steps[drop.mode].map(({ title, text, sign }) => (
            <li key={title}>
              <svg
                viewBox="0 0 120 120"
                fill="none"
                stroke="currentColor"
                strokeWidth="4"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                {sign}
              </svg>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
})
