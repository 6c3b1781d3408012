import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PeriodFigure } from './SalesPanel'

it('money and orders are both set against the period before', () => {
  const period = { days: 7, revenue: 150, revenue_before: 100, orders: 3, orders_before: 4 }
  render(<PeriodFigure period={period} />)
  const changes = screen.getAllByTitle('Against the period before').map((change) => change.textContent)
  expect(changes).toEqual(['+50% against the period before', '-25% against the period before'])
})
