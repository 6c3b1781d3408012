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

afterEach(cleanup)

function show(product: object | null, settings: object = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(keys.settings, settings as never)
  for (const id of [10, 11]) client.setQueryData(productQuery(id).queryKey, product as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PromotedProduct />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return container
}

const pictureOf = (settings: object) => show(book, settings).querySelector('img')?.getAttribute('src')

it.each([
  ['the built-in promotion', {}, '/closed-box.svg'],
  ['another product', { promo_product: '11' }, '/site-assets/book.webp'],
  ['another title', { promo_title: 'Book of the month' }, '/site-assets/book.webp'],
  ['a logo of the shop’s own', { site_logo: '/site-assets/logo.png' }, '/site-assets/book.webp'],
  ['no picture', { promo_image: '' }, '/site-assets/book.webp'],
  [
    'a picture of its own',
    { promo_title: 'Books', promo_image: '/site-assets/promo-1.webp' },
    '/site-assets/promo-1.webp',
  ],
])('the picture of a promotion with %s', (_, settings, picture) => {
  expect(pictureOf(settings)).toBe(picture)
})

it('is named by its title', () => {
  show(book)
  expect(screen.getByRole('heading', { name: 'Mystery Drop Box' })).toBeTruthy()
})

it('is left out while there is no product of the number, and without a title', () => {
  expect(show(null).innerHTML).toBe('')
  expect(show(book, { promo_title: '' }).innerHTML).toBe('')
})
