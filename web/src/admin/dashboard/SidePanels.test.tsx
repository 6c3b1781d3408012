import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import type { Dashboard } from './queries'
import { NeedsAttention } from './SidePanels'

it('each thing that needs attention opens where it is mended', () => {
  const attention: Dashboard['attention'] = {
    orders_waiting: 2,
    mail_failed: 1,
    webhooks_failed: 0,
    free_shipping_unmet: true,
    sold_out_featured: [{ id: 7, name: 'Soda', image_url: '', units: 0 }],
  }
  const backup = { failed_at: '2026-11-16T04:00:00Z', error: 'The disk is full.' } as Dashboard['backup']
  const client = createQueryClient([[keys.settings, { advertised_free_shipping: '75' }]])
  render(
    <QueryClientProvider client={client}>
      <NeedsAttention data={{ attention, backup } as Dashboard} />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  expect(screen.getByText(/free shipping over \$75 and does not grant it/)).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Open orders', '/admin/orders?status=waiting'],
    ['Open product', '/admin/products/7'],
    ['Check the store email', '/admin/settings?tab=customers'],
    ['Open backups', '/admin/settings?tab=backups'],
    ['Set the threshold', '/admin/settings?tab=shipping'],
  ])
})
