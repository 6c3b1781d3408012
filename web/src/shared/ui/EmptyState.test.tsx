import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { EmptyState } from './EmptyState'

afterEach(cleanup)

function art(settings: object) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(keys.settings, settings as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <EmptyState title="Your cart is empty" />
    </QueryClientProvider>,
  )
  return container.querySelector('path')?.getAttribute('d')
}

it('draws a bag only in a shop whose sign it is and that has no logo of its own', () => {
  expect(art({})).toMatch(/^m12 10/)
  expect(art({ site_logo: '/site-assets/logo.png' })).toMatch(/^M12 34v34h48/)
  expect(art({ shop_sign: 'book' })).toMatch(/^M12 34v34h48/)
})
