import { MONTHS } from '~/shared/lib/dates'
import type { SalesDay } from './queries'

/** 2026-11-05 → Nov 5. */
export function shortDay(day: string): string {
  const [, month = '1', date = '1'] = day.split('-')
  return `${MONTHS[Number(month) - 1] ?? ''} ${Number(date)}`
}

export type Measure = 'revenue' | 'orders'

/** The days of the period, each with the matching day of the period before. */
export function comparedDays(days: SalesDay[], length: number, measure: Measure) {
  return days.slice(-length).map((day, i) => ({
    day: day.day,
    now: day[measure],
    before: days[days.length - 2 * length + i]?.[measure] ?? 0,
  }))
}

/** The change in whole percent; undefined when the value before was zero. */
export function changeInPercent(now: number, before: number): number | undefined {
  if (before === 0) return undefined
  return Math.round(((now - before) / before) * 100)
}
