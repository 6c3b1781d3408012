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
