import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { InlineNumber } from './InlineNumber'

function open(required: boolean) {
  const onSave = vi.fn(() => Promise.resolve())
  render(
    <InlineNumber
      label="Price of Soda"
      value="4.50"
      shown="$4.50"
      step="0.01"
      required={required}
      fault="Enter a price."
      onSave={onSave}
    />,
  )
  fireEvent.click(screen.getByRole('button'))
  return { onSave, field: screen.getByLabelText('Price of Soda') }
}

describe('a number edited in its row', () => {
  afterEach(cleanup)

  it('is not saved when it was cleared and has to be there, and says so', () => {
    const { onSave, field } = open(true)
    fireEvent.change(field, { target: { value: '' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.blur(field)
    expect(onSave).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Enter a price.')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.getByRole('button').textContent).toBe('$4.50')
  })

  it('is saved empty where nothing is an answer', () => {
    const { onSave, field } = open(false)
    fireEvent.change(field, { target: { value: '' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSave).toHaveBeenCalledWith('')
  })
})
