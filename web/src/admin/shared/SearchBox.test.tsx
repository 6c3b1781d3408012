import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterSelect } from './FilterSelect'
import { useListState } from './list-state'
import { SearchBox } from './SearchBox'

function List() {
  const list = useListState()
  const options = ['', 'pickup'].map((value) => ({ value, label: value }))
  return (
    <>
      <SearchBox label="Search" value={list.search} onChange={(q) => list.set({ q })} />
      <FilterSelect
        label="Type"
        value={list.get('type')}
        onChange={(type) => list.set({ type })}
        options={options}
      />
      <output>{useLocation().search}</output>
    </>
  )
}

afterEach(() => vi.useRealTimers())

it('keeps a filter that was chosen while the search rested', () => {
  vi.useFakeTimers()
  render(<List />, { wrapper: MemoryRouter })
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ramune' } })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'pickup' } })
  act(() => vi.runAllTimers())
  expect(screen.getByRole('status').textContent).toBe('?type=pickup&q=ramune')
})
