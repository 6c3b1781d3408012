import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { UnsavedWarning } from './UnsavedWarning'

afterEach(cleanup)

it.each([
  ['/admin/products/new?copy=5', '/admin/products/new', true],
  ['/admin/products/5', '/admin/products', true],
  ['/admin/products/new', '/admin/products/new', false],
  // The tabs of the settings are one form.
  ['/admin/settings', '/admin/settings?tab=orders', false],
])('unsaved work: from %s to %s', async (from, to, asks) => {
  const router = createMemoryRouter([{ path: '*', element: <UnsavedWarning when /> }], {
    initialEntries: [from],
  })
  render(<RouterProvider router={router} />)
  await act(() => router.navigate(to))
  expect(screen.queryByText('Leave without saving?') !== null).toBe(asks)
})
