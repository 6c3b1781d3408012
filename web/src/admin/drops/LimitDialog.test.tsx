import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LimitDialog } from './LimitDialog'
import type { StaffDrop } from './queries'

const drop = { id: 4, version: 7, limit_units: 1 } as unknown as StaffDrop

// The table of the server: internal/shop/account_test.go.
const emails: { valid: string[]; invalid: string[] } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../internal/shop/testdata/emails.json`, 'utf8'),
)

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

it.each(emails.valid)('takes the address %j', async (email) => {
  const request = send(email)
  await waitFor(() => expect(request).toHaveBeenCalled())
  expect(screen.queryByText('Enter an email address.')).toBeNull()
})

it.each(emails.invalid)('refuses the address %j', (email) => {
  const request = send(email)
  expect(screen.getByText('Enter an email address.')).toBeTruthy()
  expect(request).not.toHaveBeenCalled()
})
