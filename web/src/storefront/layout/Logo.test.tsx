import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { Logo } from './Logo'

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
