import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ImportDialog, Outcome } from './ImportDialog'

it('says that a file is empty', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog open onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const files = [new File([], 'products.csv', { type: 'text/csv' })]
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files } })
  const alert = await screen.findByRole('alert', {}, { timeout: 5_000 })
  expect(alert.textContent).toBe('The file is empty.')
  expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(1)
})

it('says what of a file of Shopify is left out, by column and by line', () => {
  const line = { id: null, changes: [], errors: [] }
  render(
    <Outcome
      done={false}
      result={{
        format: 'shopify',
        created: 1,
        updated: 0,
        unchanged: 0,
        skipped: 1,
        failed: 0,
        categories: ['Mochi'],
        left_out: [{ column: 'Vendor', lines: 2, why: 'The shop has no vendors.' }],
        lines: [
          {
            ...line,
            line: 2,
            action: 'create',
            name: 'Mochi',
            notes: ['Line 3 is left out: the variant Twelve at 8.00.'],
          },
          {
            ...line,
            line: 4,
            action: 'skip',
            name: 'Old Chips',
            notes: ['It is archived there and left out.'],
          },
        ],
      }}
    />,
  )
  expect(screen.getByText(/This is a products file of Shopify/).textContent).toContain(
    'Categories to be created: Mochi.',
  )
  expect(screen.getByText('1 column left out')).toBeTruthy()
  expect(screen.getByText(/The shop has no vendors/).textContent).toBe(
    'Vendor (2 lines): The shop has no vendors.',
  )
  expect(screen.getByText(/the variant Twelve/)).toBeTruthy()
  expect(screen.getByText('Left out')).toBeTruthy()
})
