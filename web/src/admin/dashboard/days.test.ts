import { expect, test } from 'vitest'
import { changeInPercent, comparedDays, shortDay } from './days'

const days = Array.from({ length: 60 }, (_, i) => ({ day: `d${i}`, orders: i, revenue: i * 10 }))

test('each day stands beside the one as long before it as the stretch is', () => {
  const week = comparedDays(days, 7, 'orders')
  expect(week).toHaveLength(7)
  expect(week[0]).toEqual({ day: 'd53', now: 53, before: 46 })
  expect(week.at(-1)).toEqual({ day: 'd59', now: 59, before: 52 })
  expect(comparedDays(days, 30, 'revenue')[0]).toEqual({ day: 'd30', now: 300, before: 0 })
})

test('change is said in whole percent, and not where there was nothing', () => {
  expect(changeInPercent(150, 100)).toBe(50)
  expect(changeInPercent(0, 80)).toBe(-100)
  expect(changeInPercent(5, 0)).toBeUndefined()
})

test('days are short', () => {
  expect(shortDay('2026-11-05')).toBe('Nov 5')
})
