import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DataTable } from './DataTable'

test.each([
  ['with its rows', {}, 1],
  ['whose next page is loading', { isStale: true }, 0],
  ['whose first page is loading', { isLoading: true, rows: [] }, 0],
])('select all of a table %s', (_, state, times) => {
  const toggleAll = vi.fn()
  const { getAllByRole, unmount } = render(
    <DataTable
      label="Orders"
      columns={[{ name: 'Number', cell: (row: { number: string }) => row.number }]}
      rows={[{ number: 'ORD-001' }]}
      rowKey={(row) => row.number}
      selection={{ has: () => true, toggle: vi.fn(), toggleAll } as never}
      {...state}
    />,
  )
  // One for phones, one for wide screens.
  const box = getAllByRole('checkbox', { name: 'Select all on this page' }).at(-1)
  if (!box) throw new Error('there is no box')
  fireEvent.click(box)
  expect(toggleAll).toHaveBeenCalledTimes(times)
  expect(box.getAttribute('aria-disabled')).toBe(times === 0 ? 'true' : null)
  unmount()
})
