import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { Footer } from './Footer'
import { Logo } from './Logo'

afterEach(cleanup)

it('an uploaded logo has its place before it is loaded', () => {
  const client = new QueryClient()
  client.setQueryData(keys.settings, { site_name: 'Crisp & Co', site_logo: '/site-assets/logo.png' })
  render(
    <QueryClientProvider client={client}>
      <Logo />
    </QueryClientProvider>,
  )
  const logo = screen.getByRole('img', { name: 'Crisp & Co' })
  expect([logo.getAttribute('width'), logo.getAttribute('height')]).toEqual(['192', '44'])
})

it.each([
  ['/site-assets/logo.png', '/site-assets/logo.png'],
  ['', undefined],
])('the footer shows the uploaded logo instead of the built-in mark: %s', (site_logo, src) => {
  const client = new QueryClient()
  client.setQueryData(keys.settings, { site_name: 'Crisp & Co', site_logo })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Footer />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const logo = screen.queryByRole('img', { name: 'Crisp & Co' })
  expect(logo?.getAttribute('src')).toBe(src)
  expect(screen.queryByText('Crisp & Co') === null).toBe(src !== undefined)
})
