import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ShownOnce } from './ShownOnce'

afterEach(cleanup)

it('shows a secret only after a click', () => {
  render(<ShownOnce label="Secret" show="Show secret once" secret="whsec_c2VjcmV0" onClose={vi.fn()} />)
  expect(screen.getByLabelText('Secret').textContent).toBe(`whsec_${'•'.repeat(16)}`)
  fireEvent.click(screen.getByRole('button', { name: 'Show secret once' }))
  expect(screen.getByLabelText('Secret').textContent).toBe('whsec_c2VjcmV0')
  expect(screen.queryByRole('button', { name: 'Show secret once' })).toBeNull()
})

it('shows at once what is to be passed on, such as an access code', () => {
  render(<ShownOnce label="Access code" secret="NOON-7Q4X" onClose={vi.fn()} />)
  expect(screen.getByLabelText('Access code').textContent).toBe('NOON-7Q4X')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Done', 'Copy'])
})
