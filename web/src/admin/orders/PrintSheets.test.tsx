import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import { PrintSheet } from './PrintSheets'
import type { Order } from './queries'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['delivery', 'express', 'Express delivery'],
  ['delivery', 'standard', 'Standard delivery'],
  ['pickup', '', 'Pickup'],
] as const)(
  'the packing slip says how the order leaves: %s, %s',
  (fulfillment_type, delivery_method, words) => {
    vi.stubGlobal('print', vi.fn())
    const order = { number: 'ORD-7', fulfillment_type, delivery_method, lines: [], created_at: '2026-01-01' }
    render(
      <QueryClientProvider client={createQueryClient([[keys.settings, {}]])}>
        <PrintSheet order={order as unknown as Order} kind="slip" onDone={() => {}} />
      </QueryClientProvider>,
    )
    expect(screen.getByText(words)).toBeTruthy()
    expect(print).toHaveBeenCalledOnce()
  },
)
