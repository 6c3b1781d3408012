import { readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, type Mock } from 'vitest'

/** The server's test reads the same addresses: internal/shop/account_test.go. */
export const emails: { valid: string[]; invalid: string[] } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../internal/shop/testdata/emails.json`, 'utf8'),
)

/** Tests that a form takes the addresses that the server takes. `send` fills the form in, submits it and gives the mocked fetch. */
export function testEmailRule(send: (email: string) => Mock) {
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
}
