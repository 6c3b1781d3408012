import { BellRing, Clock, Gift } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PageRoute } from '~/shared/lib/page'
import { SubscribeForm } from '~/storefront/static/SubscribeForm'
import { Confirm, Leave } from '~/storefront/static/SubscriptionLink'

const reasons = [
  { icon: <Clock />, title: 'First in line', text: 'You hear of a drop before it is on the front page.' },
  {
    icon: <Gift />,
    title: 'Boxes before they sell out',
    text: 'The mystery box, 5-7 snacks every month, told ahead.',
  },
  { icon: <BellRing />, title: 'Only when it matters', text: 'A short mail per drop. Silence in between.' },
]

export const route: PageRoute = {
  path: '/subscription',
  render: 'public',
  sitemap: true,
  meta: () => ({
    title: 'Join The Inner Circle',
    description: 'Hear of limited drops before everybody else.',
  }),
}

export default function SubscriptionPage() {
  return (
    <div className="on-ink glow-wall text-paper">
      <div className="wrap grid items-center gap-12 py-14 sm:py-24 lg:grid-cols-[1.2fr_1fr] lg:gap-20">
        <div>
          <h1 className="neon-text font-display text-[clamp(2.3rem,7vw,4.75rem)] leading-[1.03] tracking-[-0.02em]">
            Join The Inner Circle
          </h1>
          <p className="mt-6 max-w-xl text-lg text-mist leading-relaxed sm:text-xl">
            The early-access list. For people who have stood in front of a shelf that was empty five minutes
            ago.
          </p>
          <ul className="mt-9 grid gap-5">
            {reasons.map(({ icon, title, text }) => (
              <li key={title} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-11 shrink-0 -rotate-3 place-items-center rounded-xl bg-secondary text-on-secondary"
                >
                  {icon}
                </span>
                <span>
                  <b className="block">{title}</b>
                  <span className="text-mist">{text}</span>
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

/** The form, or what a mail's link asks for. The server draws the form for everybody, so links are read afterwards. */
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
