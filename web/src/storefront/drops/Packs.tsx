import { cn } from '~/shared/lib/cn'
import type { Units } from './types'

const MOST_DRAWN = 24

type State = 'free' | 'held' | 'sold'

/** The units one by one, free ones first; none when there are too many to draw. */
export function packsOf({ free, held, units }: Units): State[] {
  const all = Math.max(units, free + held)
  if (all > MOST_DRAWN) return []
  return Array.from({ length: all }, (_, index) =>
    index < free ? 'free' : index < free + held ? 'held' : 'sold',
  )
}

/** How many units are free, held by others and sold: a row of small packs, or a bar with the same three parts. */
export function Packs({ free, held, units, className }: Units & { className?: string }) {
  const sold = Math.max(0, units - free - held)
  const packs = packsOf({ free, held, units })
  const all = Math.max(1, units, free + held)
  return (
    <div className={cn('packs', className)}>
      {packs.length > 0 ? (
        <span className="packs-row" aria-hidden="true">
          {packs.map((state, index) => (
            <svg key={index} viewBox="0 0 20 26" className="pack" data-state={state} aria-hidden="true">
              <path d="m2 3 2-2 2 2 2-2 2 2 2-2 2 2 2-2 2 2c-1 6-1 14 0 20l-2 2-2-2-2 2-2-2-2 2-2-2-2 2-2-2c1-6 1-14 0-20Z" />
              {state === 'sold' && <path d="m3 6 14 14M17 6 3 20" className="pack-cross" />}
            </svg>
          ))}
        </span>
      ) : (
        <span className="packs-bar" aria-hidden="true">
          <span data-state="free" style={{ width: `${(free / all) * 100}%` }} />
          <span data-state="held" style={{ width: `${(held / all) * 100}%` }} />
        </span>
      )}
      <p className="packs-words">
        {free > 0 && <b>{free} left</b>}
        {free > 0 && held > 0 && <span>{held} in other carts</span>}
        {free === 0 && held > 0 && <b>{`All held right now: ${held} may come back`}</b>}
        {sold > 0 && <span>{sold} sold</span>}
      </p>
    </div>
  )
}
