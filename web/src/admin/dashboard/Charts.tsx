import { useState } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCount } from '~/admin/shared/format'
import { useMoney } from '~/shared/ui/Money'
import { shortDay } from './days'

/** Charts. The numbers are also in tables beside them, so charts are hidden from screen readers and not animated. */

const axis = { fontSize: 12, fill: 'var(--color-mute)' }
const tooltip = {
  borderRadius: 12,
  border: '1px solid var(--color-line)',
  fontSize: 13,
  padding: '6px 10px',
}

const CHART_HEIGHT = 300
const LABEL_WIDTH = 84
const slanted = { angle: -35, textAnchor: 'end', height: 64 } as const

export function CategoryBars({ bars }: { bars: { name: string; count: number }[] }) {
  const [isNarrow, setNarrow] = useState(false)
  return (
    <div aria-hidden="true" style={{ height: CHART_HEIGHT }}>
      <ResponsiveContainer
        width="100%"
        height={CHART_HEIGHT}
        onResize={(width) => setNarrow(width < bars.length * LABEL_WIDTH)}
      >
        <BarChart data={bars} margin={{ top: 8, right: 4, left: 0, bottom: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" strokeDasharray="3 4" />
          <XAxis
            dataKey="name"
            tick={axis}
            tickLine={false}
            axisLine={false}
            interval={0}
            {...(isNarrow && slanted)}
          />
          <YAxis
            width="auto"
            allowDecimals={false}
            tick={axis}
            tickLine={false}
            axisLine={false}
            tickFormatter={formatCount}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-paper-2)' }}
            contentStyle={tooltip}
            formatter={(n) => formatCount(Number(n))}
          />
          <Bar
            dataKey="count"
            name="Products"
            fill="var(--primary)"
            radius={[6, 6, 0, 0]}
            maxBarSize={56}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

type SalesPoint = { day: string; now: number; before: number }

export function SalesLines({ points, isMoney }: { points: SalesPoint[]; isMoney: boolean }) {
  const formatMoney = useMoney()
  const value = (n: number) => (isMoney ? formatMoney(n) : formatCount(n))
  return (
    <div aria-hidden="true" style={{ height: 240 }}>
      <ResponsiveContainer width="100%" height={240}>
        <LineChart data={points} margin={{ top: 8, right: 8, left: 0, bottom: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" strokeDasharray="3 4" />
          <XAxis
            dataKey="day"
            tick={axis}
            tickLine={false}
            axisLine={false}
            tickFormatter={shortDay}
            minTickGap={28}
          />
          <YAxis
            width="auto"
            tick={axis}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickFormatter={(n: number) => (isMoney ? formatMoney(n).replace('.00', '') : formatCount(n))}
          />
          <Tooltip
            contentStyle={tooltip}
            labelFormatter={(day) => shortDay(String(day))}
            formatter={(n) => value(Number(n))}
          />
          <Line
            dataKey="before"
            name="Period before"
            stroke="var(--color-mute)"
            strokeOpacity={0.55}
            strokeDasharray="5 5"
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
          <Line
            dataKey="now"
            name="This period"
            stroke="var(--primary-on-paper)"
            strokeWidth={3}
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
