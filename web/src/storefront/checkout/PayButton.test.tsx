import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PayButton } from './PayButton'
import { type BuyersOrder, payOrder } from './queries'

vi.mock('./queries', () => ({ payOrder: vi.fn(() => new Promise(() => {})) }))
vi.mock('~/shared/ui/Money', () => ({ useMoney: () => (amount: number) => `$${amount}` }))

afterEach(() => vi.clearAllMocks())

it('can be pressed again by whoever comes back from the pay page', () => {
  render(<PayButton order={{ number: 'SD1', total: 9 } as BuyersOrder} orderKey="k" onRefused={() => {}} />)
  const button = screen.getByRole('button')
  fireEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  act(() => {
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
  expect(button.getAttribute('aria-busy')).toBeNull()
  fireEvent.click(button)
  expect(payOrder).toHaveBeenCalledTimes(2)
})
