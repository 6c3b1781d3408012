import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '~/shared/api/query-client'
import { InlineNumber } from './InlineNumber'

function open(required: boolean) {
  const onSave = vi.fn(() => Promise.resolve())
  render(
    <QueryClientProvider client={createQueryClient()}>
      <InlineNumber
        label="Price of Soda"
        value="4.50"
        shown="$4.50"
        limit={{ required, minimum: 0, maximum: 10, decimals: 2 }}
        fault="Enter a price."
        onSave={onSave}
      />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button'))
  return { onSave, field: screen.getByLabelText('Price of Soda') }
}

describe('a number edited in its row', () => {
  afterEach(cleanup)

  it('is not saved when it was cleared and has to be there, and says so', () => {
    const { onSave, field } = open(true)
    fireEvent.change(field, { target: { value: '' } })
    fireEvent.submit(field)
    fireEvent.blur(field)
    expect(onSave).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Enter a price.')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.getByRole('button').textContent).toBe('$4.50')
  })

  it('is saved empty where nothing is an answer', async () => {
    const { onSave, field } = open(false)
    fireEvent.change(field, { target: { value: '' } })
    fireEvent.submit(field)
    await vi.waitFor(() => expect(onSave).toHaveBeenCalledWith(''))
    await vi.waitFor(() => expect(screen.getByRole('button').textContent).toBe('$4.50'))
  })

  it('stays within the limits of the API', () => {
    const { onSave, field } = open(false)
    fireEvent.change(field, { target: { value: '11' } })
    fireEvent.submit(field)
    expect(screen.getByRole('alert').textContent).toBe('Enter a price.')
    expect(onSave).not.toHaveBeenCalled()
  })
})
