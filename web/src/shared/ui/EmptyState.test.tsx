import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { EmptyState } from './EmptyState'

afterEach(cleanup)

function art(site_logo: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(keys.settings, { site_logo } as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <EmptyState title="Your cart is empty" />
    </QueryClientProvider>,
  )
  return container.querySelector('path')?.getAttribute('d')
}

it('draws the built-in bag only in a shop without a logo of its own', () => {
  const bag = art('')
  expect(bag).toMatch(/^m12 10/)
  expect(art('/site-assets/logo.png')).toMatch(/^M12 34v34h48/)
})
