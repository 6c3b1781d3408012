import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'

/**
 * Whether a navigation to another page has started, or has ended and is not rendered yet. The router knows at once,
 * `useNavigation` only after the next render.
 */
export function useLeaving(): () => boolean {
  const context = useContext(UNSAFE_DataRouterContext)
  const { pathname } = useLocation()
  return () => {
    if (context === null) return false
    const { navigation, location } = context.router.state
    return navigation.state !== 'idle' || location.pathname !== pathname
  }
}
