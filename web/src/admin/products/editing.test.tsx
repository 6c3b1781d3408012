import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CardPreview } from './CardPreview'
import { ConflictDialog } from './ConflictDialog'
import { emptyForm } from './form'
import { ImageCard } from './ImageCard'
import { Outcome } from './ImportDialog'
import { type Images, picturesApart } from './images'
import type { StaffProduct } from './queries'

afterEach(cleanup)

describe('two editors of the same pictures', () => {
  const theirs = { images: [{ url: '/theirs.webp' }] } as StaffProduct
  const mine = [{ key: '/mine.webp', url: '/mine.webp' }]

  it('are told apart only where both changed them', () => {
    expect(picturesApart(mine, true, theirs)).toEqual({ mine: ['/mine.webp'], theirs: ['/theirs.webp'] })
    expect(picturesApart(mine, false, theirs)).toBeUndefined()
    expect(picturesApart([{ key: 'new-1', url: '/theirs.webp' }], true, theirs)).toBeUndefined()
  })

  it('see both before one is dropped', () => {
    render(
      <ConflictDialog
        mine={emptyForm}
        theirs={emptyForm}
        pictures={picturesApart([], true, theirs)}
        categoryName={String}
        pending={false}
        onClose={() => {}}
        onTakeTheirs={() => {}}
        onKeepMine={() => {}}
      />,
    )
    expect(screen.getByText(/what you changed \(1 field\)/)).toBeTruthy()
    const row = within(screen.getByRole('row', { name: /Pictures/ }))
    expect(row.getByRole('img').getAttribute('src')).toBe('/theirs.webp')
    expect(row.getByText('(none)')).toBeTruthy()
  })
})

describe('the preview shows what the shop’s card shows', () => {
  const words = (over: Partial<typeof emptyForm>) => {
    render(
      <CardPreview form={{ ...emptyForm, name: 'Soda', is_featured: true, ...over }} image={undefined} />,
    )
    return ['SOLD OUT', 'FEATURED', 'ONLY 3 LEFT', 'Add to Cart'].filter((text) => screen.queryByText(text))
  }
  it('in stock', () => expect(words({})).toEqual(['FEATURED', 'Add to Cart']))
  it('the last units', () =>
    expect(words({ stock_quantity: '3' })).toEqual(['FEATURED', 'ONLY 3 LEFT', 'Add to Cart']))
  it('sold out: nothing else is said', () =>
    expect(words({ stock_quantity: '0' })).toEqual(['SOLD OUT', 'Add to Cart']))
})

it('a dry run shows a long file a part at a time', () => {
  const line = { id: null, action: 'create' as const, name: 'Soda', changes: [], errors: [], notes: [] }
  const lines = Array.from({ length: 210 }, (_, at) => ({ ...line, line: at + 2 }))
  const result = {
    format: 'snackdrop' as const,
    skipped: 0,
    left_out: [],
    categories: [],
    created: 210,
    updated: 2,
    unchanged: 9,
    failed: 1,
    lines,
  }
  const { container } = render(<Outcome result={result} done={false} />)
  expect(screen.getByText(/and 13 more lines/)).toBeTruthy()
  fireEvent.click(screen.getByText('Show more'))
  expect(screen.getByText(/and 3 more lines/)).toBeTruthy()
  expect(container.querySelectorAll('tr')).toHaveLength(211)
  expect(screen.queryByText('Show more')).toBeNull()
})

it('says that a product has only so many pictures', () => {
  const images = { images: [], isDirty: false, add: vi.fn() } as unknown as Images
  render(<ImageCard images={images} />)
  const files = Array.from({ length: 13 }, (_, i) => new File(['x'], `${i}.png`, { type: 'image/png' }))
  fireEvent.change(screen.getByLabelText('Product image'), { target: { files } })
  expect(screen.getByRole('alert').textContent).toBe('A product has at most 12 pictures.')
})
