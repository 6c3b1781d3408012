import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { testEmailRule } from '~/shared/form/test-email-rule'
import { LimitDialog } from './LimitDialog'
import type { StaffDrop } from './queries'

const drop = { id: 4, version: 7, limit_units: 1 } as unknown as StaffDrop

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function send(email: string) {
  const request = vi.fn(async () => Response.json(drop))
  vi.stubGlobal('fetch', request)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LimitDialog drop={drop} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Lift the limit' }))
  return request
}

testEmailRule(send)
