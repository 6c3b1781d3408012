import { act, render } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { usePageFocus } from './page-focus'

function Layout() {
  return (
    <>
      <input />
      <main ref={usePageFocus()} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

it('gives a page the focus when another one was opened, and not for a change of its search', async () => {
  const router = createMemoryRouter([{ element: <Layout />, children: [{ path: '*', element: <p /> }] }])
  const { container } = render(<RouterProvider router={router} />)
  const input = container.querySelector('input')
  input?.focus()
  expect(document.activeElement, 'the first page').toBe(input)
  await act(() => router.navigate('/?q=chips'))
  expect(document.activeElement, 'another search').toBe(input)
  await act(() => router.navigate('/cart'))
  expect(document.activeElement, 'another page').toBe(container.querySelector('main'))
})
