import { cn } from '~/shared/lib/cn'

const STAR = 'm12 2.6 2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9Z'

/** Five stars, lit as far as the rating goes. */
export function Rating({ value, className }: { value: number; className?: string }) {
  return (
    <p className={cn('flex items-center gap-2', className)}>
      <span className="relative inline-block text-line" aria-hidden="true">
        <Stars />
        <span
          className="absolute inset-y-0 left-0 overflow-hidden text-secondary"
          style={{ width: `${value * 20}%` }}
        >
          <Stars />
        </span>
      </span>
      <span className="font-bold text-sm tabular-nums">
        <span className="sr-only">Rated </span>
        {value.toFixed(1)}
        <span className="sr-only"> out of 5</span>
      </span>
    </p>
  )
}

function Stars() {
  return (
    <svg viewBox="0 0 120 24" className="h-5 w-25 max-w-none" fill="currentColor" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((index) => (
        <path key={index} d={STAR} transform={`translate(${index * 24} 0)`} />
      ))}
    </svg>
  )
}
