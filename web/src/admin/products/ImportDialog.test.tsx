import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ImportDialog } from './ImportDialog'

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
