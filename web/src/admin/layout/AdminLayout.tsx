import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { NewOrderBell } from '~/admin/orders/NewOrderBell'
import { useAuth } from '~/shared/auth/AuthProvider'
import { usePageFocus } from '~/shared/lib/page-focus'
import { usePageTitle } from '~/shared/lib/page-title'
import { NavButton } from '~/shared/ui/NavButton'
import { Spinner } from '~/shared/ui/Spinner'
import { toast } from '~/shared/ui/toast-store'
import { AdminHeader } from './AdminHeader'
import { AdminTabs, activeTab, tabId } from './AdminTabs'
import { AdminTools } from './AdminTools'

/** Shows the admin area to admins only. The server checks every request; this only decides what to show. */
export default function AdminLayout() {
  const { user, isAdmin, isRestoring, isLeaving } = useAuth()
  const [inside, setInside] = useState(false)
  if (isAdmin && !inside) setInside(true)
  if (isRestoring || (!user && isLeaving)) return <Loading />
  if (user && !isAdmin) return <AccessDenied />
  if (user?.second_factor_required) return <SecondFactorRequired />
  // After an expired session the page stays until the warning about unsaved work is answered.
  return (
    <>
      {isAdmin || inside ? <Area /> : <Loading />}
      {!user && <Leave />}
    </>
  )
}

function Loading() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <p role="status" className="flex items-center gap-3 font-semibold text-mute">
        <Spinner className="size-6" />
        Loading admin dashboard...
      </p>
    </main>
  )
}

/** Sends a visitor to the login, which leads back here. */
function Leave() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const told = useRef(false)
  useEffect(() => {
    if (!told.current)
      toast({
        variant: 'destructive',
        title: 'Authentication required',
        description: 'Please log in to access the admin area',
      })
    told.current = true
    void navigate('/account', { replace: true, state: { next: pathname + search } })
  }, [navigate, pathname, search])
  return null
}

function AccessDenied() {
  usePageTitle('Access Denied')
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="max-w-md">
        <h1 className="font-extrabold text-3xl tracking-tight">Access Denied</h1>
        <p className="mt-3 mb-6 text-mute">
          You don't have permission to access the admin area. Please contact the site administrator if you
          believe this is an error.
        </p>
        <NavButton to="/">Return to Homepage</NavButton>
      </div>
    </main>
  )
}

/** The shop requires a second step of every admin, and this one has none yet. */
function SecondFactorRequired() {
  usePageTitle('Two-Step Login')
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="max-w-md">
        <h1 className="font-extrabold text-3xl tracking-tight">Set up two-step login first</h1>
        <p className="mt-3 mb-6 text-mute">
          This shop asks every admin for a second step at login: an authenticator app or a passkey. Set one up
          in your account, then the admin area opens.
        </p>
        <NavButton to="/account/dashboard?tab=settings">Go to My Account</NavButton>
      </div>
    </main>
  )
}

function Area() {
  const { pathname } = useLocation()
  const main = usePageFocus()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-3 left-3 z-60 -translate-y-24 rounded-full bg-ink px-5 py-3 font-bold text-paper focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <AdminHeader />
      <AdminTabs />
      <main id="main" ref={main} tabIndex={-1} className="wrap flex-1 pt-5 pb-28 print:p-0">
        <div id="admin-panel" role="tabpanel" aria-labelledby={tabId(activeTab(pathname))}>
          <Outlet />
        </div>
      </main>
      <AdminTools />
      <NewOrderBell />
    </div>
  )
}
