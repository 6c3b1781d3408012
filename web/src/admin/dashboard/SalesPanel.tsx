import { lazy, Suspense, useState } from 'react'
import { formatCount } from '~/admin/shared/format'
import { Panel } from '~/admin/shared/Panel'
import { cn } from '~/shared/lib/cn'
import { useMoney } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { changeInPercent, comparedDays, type Measure, shortDay } from './days'
import type { Dashboard, SalesPeriod } from './queries'

const SalesLines = lazy(async () => ({ default: (await import('./Charts')).SalesLines }))

const names: Record<number, string> = { 1: 'Today', 7: '7 days', 30: '30 days' }
const measures: { value: Measure; name: string }[] = [
  { value: 'revenue', name: 'Revenue' },
  { value: 'orders', name: 'Orders' },
]

export function SalesPanel({ data }: { data: Dashboard }) {
  const formatMoney = useMoney()
  const [length, setLength] = useState(30)
  const [measure, setMeasure] = useState<Measure>('revenue')
  const points = comparedDays(data.sales_days, length, measure)
  const value = (n: number) => (measure === 'revenue' ? formatMoney(n) : formatCount(n))
  return (
    <Panel
      title="Sales"
      hint="Paid orders, less refunds"
      actions={
        <div className="flex flex-wrap gap-2">
          <Choice options={measures} value={measure} onChange={setMeasure} label="Measure" />
          <Choice
            options={[
              { value: 7, name: '7 days' },
              { value: 30, name: '30 days' },
            ]}
            value={length}
            onChange={setLength}
            label="Stretch"
          />
        </div>
      }
    >
      <dl className="mb-4 grid gap-3 sm:grid-cols-3">
        {data.periods.map((period) => (
          <PeriodFigure key={period.days} period={period} />
        ))}
      </dl>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <SalesLines points={points} isMoney={measure === 'revenue'} />
      </Suspense>
      <p aria-hidden="true" className="mt-2 flex flex-wrap justify-end gap-x-5 text-mute text-sm">
        <span className="flex items-center gap-2">
          <span className="w-6 border-primary-deep border-t-3" />
          Last {length} days
        </span>
        <span className="flex items-center gap-2">
          <span className="w-6 border-mute/60 border-t-2 border-dashed" />
          {length} days before
        </span>
      </p>
      <div className="sr-only">
        <table>
          <caption>
            {measure === 'revenue' ? 'Revenue' : 'Orders'} of the last {length} days against the {length} days
            before
          </caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">This period</th>
              <th scope="col">Period before</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.day}>
                <th scope="row">{shortDay(point.day)}</th>
                <td>{value(point.now)}</td>
                <td>{value(point.before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** The change against the period before. */
function Change({ now, before }: { now: number; before: number }) {
  const change = changeInPercent(now, before)
  if (change === undefined) return null
  return (
    <span
      title="Against the period before"
      className={cn(
        'font-semibold text-sm tabular-nums tracking-normal',
        change >= 0 ? 'text-success' : 'text-danger',
      )}
    >
      {change >= 0 ? '+' : ''}
      {change}%<span className="sr-only"> against the period before</span>
    </span>
  )
}

export function PeriodFigure({ period }: { period: SalesPeriod }) {
  const formatMoney = useMoney()
  return (
    <div className="rounded-xl bg-paper p-3.5">
      <dt className="font-semibold text-mute text-sm">{names[period.days]}</dt>
      <dd>
        <span className="flex flex-wrap items-baseline gap-x-2 font-extrabold text-2xl tabular-nums tracking-tight">
          {formatMoney(period.revenue)}
          <Change now={period.revenue} before={period.revenue_before} />
        </span>
        <span className="flex flex-wrap gap-x-2 text-mute text-sm tabular-nums">
          {formatCount(period.orders)} paid {period.orders === 1 ? 'order' : 'orders'}
          <Change now={period.orders} before={period.orders_before} />
        </span>
      </dd>
    </div>
  )
}

type ChoiceProps<Value> = {
  options: { value: Value; name: string }[]
  value: Value
  onChange: (value: Value) => void
  label: string
}

function Choice<Value extends string | number>({ options, value, onChange, label }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex rounded-full bg-paper-2 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="min-h-9 rounded-full px-3.5 font-semibold text-mute text-sm aria-pressed:bg-white aria-pressed:text-ink aria-pressed:shadow-sm max-md:min-h-11"
        >
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}
