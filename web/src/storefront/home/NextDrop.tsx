import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { nextDropQuery } from './next-drop'

/** The drop that is open or opens next; nothing when none is planned. */
export function NextDrop() {
  const drop = useQuery(nextDropQuery).data?.drop
  if (!drop) return null
  const { phase, availability } = drop
  const text =
    phase === 'teased'
      ? `Opens ${drop.opens_text}`
      : phase === 'early'
        ? 'Early access is open'
        : availability === 'sold_out'
          ? 'Sold out'
          : 'Live now'
  return (
    <section aria-labelledby="next-drop" className="wrap pt-16">
      <Link
        to={`/drop/${drop.slug}`}
        className="on-ink glow-wall flex flex-wrap items-center gap-x-6 gap-y-2 rounded-3xl p-6 text-paper"
        style={{ boxShadow: `0 0 4rem -1rem ${drop.color}` }}
      >
        <h2 id="next-drop" className="font-display text-secondary-glow text-sm uppercase tracking-wide">
          Next drop
        </h2>
        <span className="font-display text-2xl">{drop.name}</span>
        <span className="text-mist">{text}</span>
        <ArrowRight className="ml-auto size-5" aria-hidden="true" />
      </Link>
    </section>
  )
}
