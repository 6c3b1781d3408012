import { render } from '@testing-library/react'
import type { ContextType } from 'react'
import { MemoryRouter, UNSAFE_DataRouterContext } from 'react-router'
import { expect, test } from 'vitest'
import { useLeaving } from './leaving'

type DataRouter = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>

test.each([
  ['idle', '/admin/categories', false],
  ['idle', '/admin/categories/5', true], // the router is there, the page is not rendered yet
  ['loading', '/admin/categories', true],
])('a router that is %s at %s: leaving is %s', (state, pathname, expected) => {
  let leaving: (() => boolean) | undefined
  function Probe() {
    leaving = useLeaving()
    return null
  }
  const router = {
    router: { state: { navigation: { state }, location: { pathname } } },
  } as unknown as DataRouter
  render(
    <MemoryRouter initialEntries={['/admin/categories?q=crackers']}>
      <UNSAFE_DataRouterContext.Provider value={router}>
        <Probe />
      </UNSAFE_DataRouterContext.Provider>
    </MemoryRouter>,
  )
  expect(leaving?.()).toBe(expected)
})
