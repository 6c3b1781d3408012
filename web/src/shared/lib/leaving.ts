import { useContext } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'

/** Tells whether another page is on its way. The router knows at once, `useNavigation` only when React has drawn again. */
export function useLeaving(): () => boolean {
  const context = useContext(UNSAFE_DataRouterContext)
  return () => context !== null && context.router.state.navigation.state !== 'idle'
}
