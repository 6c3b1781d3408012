import { type CSSProperties, useId } from 'react'
import { Link } from 'react-router'
import { lightOf, statusText } from './phase'
import { Stall } from './Stall'
import { type Drop, pictureOf } from './types'

/** A drop in the list of drops: its stall, its name and its phase. */
export function DropCard({ drop, small = false }: { drop: Drop; small?: boolean }) {
  const heading = useId()
  const { phase } = drop
  const image = pictureOf(drop)
  const light = lightOf(drop, phase)
  return (
    <article
      aria-labelledby={heading}
      className={small ? 'drop drop-card drop-card-small' : 'drop drop-card'}
      data-light={light}
      style={{ '--glow': image.color || 'var(--primary)' } as CSSProperties}
    >
      <Link to={`/drop/${drop.slug}`} className="on-ink">
        <Stall
          lazy={small}
          light={light}
          image={image}
          name=""
          stamp={phase === 'ended' && drop.free > 0 ? 'Over' : 'Sold out'}
        />
        <div>
          <p className="drop-status">
            {phase === 'teased' ? `Opens ${drop.opens_text}` : statusText(drop, phase)}
          </p>
          <h2 id={heading}>{drop.name}</h2>
          {phase === 'ended' && <p className="drop-when">{drop.opens_text}</p>}
        </div>
      </Link>
    </article>
  )
}
