import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Dashboard } from './queries'
import { NeedsAttention } from './SidePanels'

it('each thing that needs attention opens where it is mended', () => {
  const attention: Dashboard['attention'] = {
    orders_waiting: 2,
    mail_failed: 1,
    free_shipping_unmet: true,
    sold_out_featured: [{ id: 7, name: 'Soda', image_url: '', units: 0 }],
  }
  render(<NeedsAttention data={{ attention } as Dashboard} />, { wrapper: MemoryRouter })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Open orders', '/admin/orders?status=waiting'],
    ['Open product', '/admin/products/7'],
    ['Check the store email', '/admin/settings?tab=customers'],
    ['Set the threshold', '/admin/settings?tab=shipping'],
  ])
})
