import { useContext } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'

/** Whether a navigation to another page has started. The router knows at once, `useNavigation` only after the next render. */
export function useLeaving(): () => boolean {
  const context = useContext(UNSAFE_DataRouterContext)
  return () => context !== null && context.router.state.navigation.state !== 'idle'
}
