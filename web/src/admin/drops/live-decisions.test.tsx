import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { DrawPanel, SteerPanel } from './LivePanels'
import type { StaffDrop } from './queries'

afterEach(cleanup)

const figures = { entries: 3, unconfirmed: 0, withdrawn: 0, open: 0, bought: 0, passed: 0, done: false }

/** The panels of a drop of which only this is known; the server alone says what can be done with it. */
function show(drop: Partial<StaffDrop>) {
  const known = {
    id: 4,
    version: 7,
    slug: 'night',
    mode: 'draw',
    products: [],
    ...drop,
  } as unknown as StaffDrop
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SteerPanel drop={known} />
        <DrawPanel drop={known} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const button = (name: string) => screen.queryByRole('button', { name })

it.each([true, false])('offers to end a drop when the server says so: %s', (can) => {
  show({ phase: can ? 'early' : 'live', can_end: can })
  expect(button('End drop') !== null).toBe(can)
})

it.each([true, false])('offers to draw when the server says so: %s', (can) => {
  show({ phase: can ? 'live' : 'ended', can_end: false, draw: { ...figures, can_draw: can } })
  expect(button('Draw now') !== null).toBe(can)
})
