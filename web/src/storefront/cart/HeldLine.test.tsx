import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '~/shared/api/query-client'
import { HeldLine } from './HeldLine'
import { heldUnit } from './test-shop'
import type { HeldUnits, PricedLine } from './totals'

const line = { product_id: 1, name: 'Nori Crisps', quantity: 1, price: 5 } as PricedLine

function show(over: Partial<HeldUnits>) {
  return (
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient([])}>
        <HeldLine line={line} held={{ ...heldUnit, ...over }} />
      </QueryClientProvider>
    </MemoryRouter>
  )
}

describe('a line of held units', () => {
  // The shop's time is not known: the seconds that came with the reservation count.
  beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  it('shows the time left, in a timer that announces nothing', () => {
    render(show({}))
    const timer = screen.getByRole('timer')
    expect(timer.textContent).toBe('Held for you: 2:05')
    expect(timer.getAttribute('aria-live')).toBe('off')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says nothing while it counts down or stands still, and its end once', () => {
    const { rerender, container } = render(show({}))
    // What a screen reader says of live regions: their text without that of parts that are off.
    const announced = () =>
      [...container.querySelectorAll('[role=status], [role=alert], [aria-live]:not([aria-live=off])')]
        .map((region) => {
          const said = region.cloneNode(true) as HTMLElement
          for (const silent of said.querySelectorAll('[aria-live=off]')) silent.remove()
          return said.textContent
        })
        .filter((text) => text !== '')
    const heard: string[][] = []
    for (const over of [
      { seconds_left: 124 },
      { seconds_left: 123, paused: true },
      { seconds_left: 1 },
      { state: 'ended', seconds_left: 0 },
      { state: 'ended', seconds_left: 0 },
    ] as const) {
      rerender(show(over))
      const now = announced() as string[]
      if (now.join() !== (heard.at(-1) ?? []).join()) heard.push(now)
    }
    expect(heard).toEqual([['Your hold is over']])
  })

  it('announces the end once, in the region that was there before', () => {
    const { rerender } = render(show({}))
    const region = screen.getByRole('status')
    rerender(show({ state: 'ended', seconds_left: 0 }))
    expect(screen.getAllByRole('status')).toEqual([region])
    expect(region.textContent).toBe('Your hold is over')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})
