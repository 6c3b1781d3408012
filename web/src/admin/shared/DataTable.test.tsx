import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DataTable } from './DataTable'

test.each([
  [false, 1],
  [true, 0],
])('select all, while the next page is loading: %s, acts %s times', (isStale, times) => {
  const toggleAll = vi.fn()
  const { getAllByRole, unmount } = render(
    <DataTable
      label="Orders"
      columns={[{ name: 'Number', cell: (row: { number: string }) => row.number }]}
      rows={[{ number: 'ORD-001' }]}
      rowKey={(row) => row.number}
      selection={{ has: () => true, toggle: vi.fn(), toggleAll } as never}
      isStale={isStale}
    />,
  )
  // One for phones, one for wide screens.
  const [box] = getAllByRole('checkbox', { name: 'Select all on this page' })
  if (!box) throw new Error('there is no box')
  fireEvent.click(box)
  expect(toggleAll).toHaveBeenCalledTimes(times)
  expect(box.getAttribute('aria-disabled')).toBe(isStale ? 'true' : null)
  unmount()
})
