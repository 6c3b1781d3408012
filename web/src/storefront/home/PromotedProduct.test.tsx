import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { keys, productQuery } from '~/shared/api/queries'
import { PromotedProduct } from './PromotedProduct'

const book = {
  id: 10,
  name: 'Salt Roads',
  slug: 'salt-roads',
  price: 24,
  image_url: '/site-assets/book.webp',
  images: [],
}
const box = { ...book, name: 'Mystery Snack Box', slug: 'mystery-snack-box-hype-favorites' }

afterEach(cleanup)

function show(product: object | null, settings: object = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(keys.settings, settings as never)
  client.setQueryData(productQuery(10).queryKey, product as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PromotedProduct />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return container
}

it('shows the illustration of a box for the product that it belongs to', () => {
  expect(show(box).querySelector('img')?.getAttribute('src')).toContain('closed-box')
  expect(screen.getByRole('heading', { name: 'Mystery Drop Box' })).toBeTruthy()
})

it('shows the picture of that product in a shop with a logo of its own', () => {
  const settings = { site_logo: '/site-assets/logo.png' }
  expect(show(box, settings).querySelector('img')?.getAttribute('src')).toBe('/site-assets/book.webp')
})

it('shows the picture of any other product of the same number', () => {
  expect(show(book).querySelector('img')?.getAttribute('src')).toBe('/site-assets/book.webp')
})

it('is left out while there is no product of the number, and without a title', () => {
  expect(show(null).innerHTML).toBe('')
  expect(show(book, { promo_title: '' }).innerHTML).toBe('')
})
