import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
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

/** A list, and a page whose code comes when `come` does. */
const router = (come = Promise.resolve()) =>
  createMemoryRouter([
    { path: '/', Component: List },
    { path: '/edit', lazy: () => come.then(() => ({ Component: () => <h1>Edit</h1> })) },
  ])

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('keeps a filter that was chosen while the search rested', () => {
  vi.useFakeTimers()
  render(<RouterProvider router={router()} />)
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ramune' } })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'pickup' } })
  act(() => vi.runAllTimers())
  expect(screen.getByRole('status').textContent).toBe('?type=pickup&q=ramune')
})

it('keeps a change that the router has and React has not rendered yet', async () => {
  const pages = router()
  render(<RouterProvider router={pages} />)
  await act(async () => {
    await pages.navigate('/?q=nobody')
  })
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('nobody')
  await act(async () => {
    void pages.navigate('/') // Clear filters
    fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'pickup' } })
  })
  expect(screen.getByRole('status').textContent).toBe('?type=pickup')
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('')
})

it('does not call back who is on the way to another page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let arrive = () => {}
  const come = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const pages = router(come)
  render(<RouterProvider router={pages} />)
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ramune' } })
  // The search rests while React, on a busy phone, has not rendered the navigation yet.
  act(() => {
    void pages.navigate('/edit')
    vi.runAllTimers()
  })
  await act(async () => arrive())
  expect(screen.getByRole('heading', { name: 'Edit' })).toBeTruthy()
})
