import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { testEmailRule } from '~/shared/form/test-email-rule'
import { FindOrderForm } from './FindOrderForm'

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

testEmailRule(send)
