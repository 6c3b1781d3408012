import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './Button'

test('a busy button keeps the focus and does nothing', () => {
  const pressed = vi.fn()
  const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={submitted}>
      <Button type="submit" busy={busy} onClick={pressed}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(button).toHaveProperty('disabled', false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(pressed).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()

  rerender(form(false))
  fireEvent.click(button)
  expect(pressed).toHaveBeenCalledOnce()
  expect(submitted).toHaveBeenCalledOnce()
})
