import type { Part } from './phase'
import { partsUntil } from './phase'

const waiting: Part[] = [
  { unit: 'days', value: -1 },
  { unit: 'hours', value: -1 },
  { unit: 'minutes', value: -1 },
  { unit: 'seconds', value: -1 },
]

/** Two digits, or as many as there are; dashes until the shop's time is known. */
const digitsOf = (value: number) => (value < 0 ? '––' : String(value).padStart(2, '0'))

const spoken = (parts: Part[]) =>
  parts
    .filter(({ value }) => value > 0)
    .slice(0, 2)
    .map(({ unit, value }) => `${value} ${value === 1 ? unit.slice(0, -1) : unit}`)
    .join(' ')

/** The time until a drop opens: days, hours, minutes, seconds. All digits have the same width, so that nothing moves. */
export function Flaps({ at, now }: { at: string; now: number | undefined }) {
  const parts = now === undefined ? waiting : partsUntil(Date.parse(at), now)
  return (
    <div role="timer" aria-label="Time until the drop opens" className="flaps">
      <span className="sr-only">{now !== undefined && spoken(parts)}</span>
      {parts.map(({ unit, value }) => (
        <span key={unit} className="flap" aria-hidden="true">
          <span className="flap-digits">
            {[...digitsOf(value)].map((digit, index) => (
              <span key={index}>{digit}</span>
            ))}
          </span>
          <span className="flap-unit">{unit}</span>
        </span>
      ))}
    </div>
  )
}
