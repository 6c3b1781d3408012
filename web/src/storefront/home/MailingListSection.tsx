import { Link } from 'react-router'
import { useTexts } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'

export function MailingListSection() {
  const text = useTexts()
  return (
    <section
      aria-labelledby="mailing-list"
      className="on-ink glow-wall relative overflow-hidden border-white/10 border-b text-paper"
    >
      <Rings />
      <div className="wrap relative flex flex-col items-center py-20 text-center sm:py-28">
        <h2
          id="mailing-list"
          className="neon-text font-display text-[clamp(2rem,6vw,4rem)] leading-[1.05] tracking-[-0.01em]"
        >
          <Link to="/subscription">{text('subscription_title')}</Link>
        </h2>
        <p className="mt-5 max-w-xl text-lg text-mist leading-relaxed">{text('subscription_text')}</p>
        <ButtonLink to="/subscription" variant="hot" size="lg" className="mt-8">
          {text('subscription_button')}
        </ButtonLink>
      </div>
    </section>
  )
}

function Rings() {
  return (
    <svg
      viewBox="0 0 1200 400"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full text-primary-glow"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {[120, 210, 310, 420, 540].map((radius, index) => (
        <circle key={radius} cx="600" cy="200" r={radius} opacity={0.3 - index * 0.05} strokeWidth="1.5" />
      ))}
    </svg>
  )
}
