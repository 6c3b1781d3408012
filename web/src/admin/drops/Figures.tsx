import { formatCount } from '~/admin/shared/format'
import { cn } from '~/shared/lib/cn'
import { type Figure, SHOWN } from './live-metrics'

const HEIGHT = 28

/** A line chart of the last two minutes, without axes: the number beside it is the current value. */
function Sparkline({ series, tall }: { series: number[]; tall?: boolean }) {
  const most = Math.max(1, ...series)
  const from = SHOWN - series.length
  const points = series
    .map((n, i) => `${from + i},${(HEIGHT - 1 - (n / most) * (HEIGHT - 2)).toFixed(1)}`)
    .join(' ')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${SHOWN - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('block w-full text-primary-deep', tall ? 'h-10' : 'h-5')}
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** 1234 ms is 1.2 s. */
function shown({ value, unit, of }: Figure): string {
  if (unit === 'ms') return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${formatCount(value)} ms`
  return of ? `${formatCount(value)} of ${formatCount(of)}` : formatCount(value)
}

const large = ['Waiting', 'Inside', 'Held', 'Paid', 'Orders per second', 'Units free']
const small = [
  'Called',
  'Abandoned',
  'p95',
  'Errors',
  'Refused: busy',
  'Refused: limits',
  'Kept back',
  'Clock',
  'Payment pace',
]

/** The figures of a drop: six large, the rest small. Nothing but errors is ever red. */
export function Figures({ figures }: { figures: Record<string, Figure> }) {
  return (
    <section aria-label="Figures" className="grid gap-2 sm:gap-3">
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3">
        {large.map((name) => {
          const figure = figures[name]
          return (
            figure && (
              <div key={name} className="min-w-0 rounded-2xl border border-line bg-white px-3.5 pt-2.5 pb-2">
                <dt className="truncate text-mute text-sm">{name}</dt>
                <dd className="font-extrabold text-3xl tabular-nums leading-tight tracking-tight sm:text-4xl">
                  {shown(figure)}
                  <Sparkline series={figure.series} tall />
                </dd>
              </div>
            )
          )
        })}
      </dl>
      <dl className="grid grid-cols-2 gap-x-5 rounded-2xl border border-line bg-white px-3.5 py-1.5 sm:grid-cols-3">
        {small.map((name) => {
          const figure = figures[name]
          return (
            figure && (
              <div key={name} className="relative min-w-0 py-1.5">
                <dt className="truncate pr-12 text-mute text-sm leading-6">{name}</dt>
                <dd>
                  <span
                    className={cn(
                      'absolute top-1.5 right-0 font-bold tabular-nums',
                      name === 'Errors' && figure.value > 0 && 'text-danger',
                    )}
                  >
                    {shown(figure)}
                  </span>
                  <Sparkline series={figure.series} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </section>
  )
}
