import { type ComponentProps, type CSSProperties, type PointerEvent, useState } from 'react'
import { useMoney } from '~/shared/ui/Money'

type Range = { min: number; max: number }

type PriceRangeProps = Range & {
  bound: number
  /** Called when the shopper releases the knob, or shortly after the last key. */
  onCommit: (range: Range) => void
}

/** Two native sliders on one track: keyboard, touch and screen readers work as usual. */
export function PriceRange({ min, max, bound, onCommit }: PriceRangeProps) {
  const formatMoney = useMoney()
  const [held, setHeld] = useState<Range | null>(null)
  const shown = held ?? { min: Math.min(min, bound), max: Math.min(max, bound) }
  const commit = () => {
    if (held) onCommit(held)
    setHeld(null)
  }
  const move = (part: Partial<Range>) => setHeld({ ...shown, ...part })

  /** A press on the track moves the nearer knob. */
  function jump(event: PointerEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const price = Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * bound)
    const nearMin = Math.abs(price - shown.min) < Math.abs(price - shown.max)
    onCommit(nearMin ? { ...shown, min: price } : { ...shown, max: price })
  }

  const ends = { '--from': shown.min / bound, '--to': shown.max / bound } as CSSProperties
  return (
    <fieldset>
      <legend className="font-semibold text-sm">Price</legend>
      <p className="mt-1 flex justify-between font-display text-lg tabular-nums" aria-hidden="true">
        <span>{formatMoney(shown.min)}</span>
        <span>{formatMoney(shown.max)}</span>
      </p>
      <div className="price-range relative h-11" style={ends} onPointerDown={jump}>
        <Knob
          aria-label="Minimum price"
          value={shown.min}
          bound={bound}
          // When both knobs are at the maximum, the one that can still move is on top.
          style={shown.min > bound / 2 ? { zIndex: 2 } : undefined}
          onChange={(event) => move({ min: Math.min(Number(event.target.value), shown.max) })}
          onCommit={commit}
        />
        <Knob
          aria-label="Maximum price"
          value={shown.max}
          bound={bound}
          onChange={(event) => move({ max: Math.max(Number(event.target.value), shown.min) })}
          onCommit={commit}
        />
      </div>
    </fieldset>
  )
}

type KnobProps = ComponentProps<'input'> & { value: number; bound: number; onCommit: () => void }

function Knob({ value, bound, onCommit, ...rest }: KnobProps) {
  const formatMoney = useMoney()
  return (
    <input
      type="range"
      min={0}
      max={bound}
      step={1}
      value={value}
      aria-valuetext={formatMoney(value)}
      onPointerUp={onCommit}
      onKeyUp={onCommit}
      onBlur={onCommit}
      {...rest}
    />
  )
}
