import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'

/**
 * Reads the query of the page's address, for a change of a part of it. The router has the result of a change at once,
 * `useSearchParams` (also its function form) only after the next render: two quick changes would undo each other.
 */
export function useLatestSearch(): () => URLSearchParams {
  const context = useContext(UNSAFE_DataRouterContext)
  const { search } = useLocation()
  return () => {
    if (context === null) return new URLSearchParams(search)
    const { navigation, location } = context.router.state
    const here = navigation.location?.pathname === location.pathname ? navigation.location : location
    return new URLSearchParams(here.search)
  }
}
