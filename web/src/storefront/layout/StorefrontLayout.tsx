import { Outlet } from 'react-router'

export function StorefrontLayout() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}
