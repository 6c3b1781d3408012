import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FindOrderForm } from './FindOrderForm'

// The table of the server: internal/shop/account_test.go.
const emails: { valid: string[]; invalid: string[] } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../internal/shop/testdata/emails.json`, 'utf8'),
)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function send(email: string) {
  const request = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', request)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FindOrderForm />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Order number'), { target: { value: 'ORD-001' } })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Send me the link' }))
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
