import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { signColors } from '~/shared/lib/signs'
import drawings from '~/shared/ui/signs.svg?raw'
import { SignField } from './SignField'

afterEach(cleanup)

it('offers every drawing, says which one is chosen and gives the one that is picked', () => {
  const picked = vi.fn()
  render(<SignField label="Sign" value="book" onChange={picked} error="Choose one of the signs." />)
  const group = screen.getByRole('group', { name: 'Sign', description: 'Choose one of the signs.' })
  expect(group.dataset.invalid).toBeDefined()
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(radios).toHaveLength(Object.keys(signColors).length)
  expect(radios.filter(({ checked }) => checked)).toEqual([screen.getByRole('radio', { name: 'Book' })])
  fireEvent.click(screen.getByRole('radio', { name: 'Plant' }))
  expect(picked.mock.calls).toEqual([['plant']])
})

it('has a drawing for every name', () => {
  const names = [...drawings.matchAll(/<g id="(\w+)">/g)].map(([, name]) => name)
  expect(names).toEqual(Object.keys(signColors))
})
