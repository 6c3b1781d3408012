import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Stage, Text } from './Stage'

const stage = (title: string, words = 'Nori Crisps') => (
  <Stage title={title}>
    <Text>{words}</Text>
  </Stage>
)

describe('the page of a reservation', () => {
  afterEach(cleanup)

  it('moves the focus to the heading when it changes, so that it is heard, and only then', () => {
    const { rerender, container } = render(stage('Held for you'))
    const heading = screen.getByRole('heading', { level: 1 })
    expect(document.activeElement).toBe(document.body)
    rerender(stage('Held for you', 'We have 1 of the 2 you wanted.'))
    expect(document.activeElement).toBe(document.body)

    rerender(stage('Your hold is over'))
    expect(document.activeElement).toBe(heading)
    expect(heading.textContent).toBe('Your hold is over')
    heading.blur()
    rerender(
      stage('Your hold is over', 'What is not bought in time, or given back, goes to the next in line.'),
    )
    expect(document.activeElement).toBe(document.body)
    // A live region would say it a second time.
    expect(container.querySelector('[role=status], [role=alert], [aria-live]')).toBeNull()
  })
})
