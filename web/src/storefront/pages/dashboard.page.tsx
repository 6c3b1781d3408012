import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard, LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { LOGOUT_EVENT, useAuth } from '~/shared/auth/AuthProvider'
import type { PageRoute } from '~/shared/lib/page'
import { Button } from '~/shared/ui/Button'
import { NavButton } from '~/shared/ui/NavButton'
import { Tab, TabList, TabPanel, Tabs } from '~/shared/ui/Tabs'
import { AccountLoading } from '~/storefront/account/AccountLoading'
import { AddressesTab } from '~/storefront/account/AddressesTab'
import { AdminAccessDialog } from '~/storefront/account/AdminAccessDialog'
import { Avatar } from '~/storefront/account/Avatar'
import { forgetDrafts } from '~/storefront/account/drafts'
import { OrdersTab } from '~/storefront/account/OrdersTab'
import { OverviewTab } from '~/storefront/account/OverviewTab'
import { type Profile, profileQuery } from '~/storefront/account/queries'
import { SettingsTab } from '~/storefront/account/SettingsTab'
import { FirstScreen } from '~/storefront/layout/FirstScreen'

const tabs = ['dashboard', 'orders', 'addresses', 'settings'] as const
type TabName = (typeof tabs)[number]

const title = 'My Account'

export const route: PageRoute = {
  path: '/account/dashboard',
  render: 'client',
  meta: () => ({ title }),
}

export default function DashboardPage() {
  return (
    <FirstScreen>
      <Account />
    </FirstScreen>
  )
}

function Account() {
  const { user, isRestoring, isLeaving } = useAuth()
  const { pathname, search } = useLocation()
  const profile = useQuery({ ...profileQuery, enabled: user !== null })

  if (isRestoring || (!user && isLeaving)) return <AccountLoading />
  if (!user) return <Navigate to="/account" replace state={{ next: pathname + search }} />
  if (profile.data) return <Dashboard profile={profile.data} />
  if (profile.isPending) return <AccountLoading />
  return <NotAvailable again={() => void profile.refetch()} />
}

function NotAvailable({ again }: { again: () => void }) {
  const { logout } = useAuth()
  return (
    <div className="wrap grid min-h-[50vh] place-content-center justify-items-center gap-4 py-16 text-center">
      <h1 className="font-display text-3xl">Account Not Available</h1>
      <p className="max-w-md text-mute">We could not load your account. Please log in again.</p>
      <div className="flex flex-wrap justify-center gap-3">
        {/* The login sends whoever is signed in back here: the session has to end first. */}
        <Button variant="hot" onClick={() => void logout('/account')}>
          Go to Login
        </Button>
        <Button variant="outline" onClick={again}>
          Try Again
        </Button>
      </div>
    </div>
  )
}

// Four words side by side on the smallest phone.
const tabClass = 'max-sm:px-1 max-sm:text-[0.8rem]'

function Dashboard({ profile }: { profile: Profile }) {
  const { isAdmin, logout } = useAuth()
  const [query, setQuery] = useSearchParams()
  const requested = query.get('tab') as TabName
  const tab = tabs.includes(requested) ? requested : 'dashboard'
  useEffect(() => {
    addEventListener(LOGOUT_EVENT, forgetDrafts)
    return () => removeEventListener(LOGOUT_EVENT, forgetDrafts)
  }, [])
  const show = (name: string) =>
    setQuery(name === 'dashboard' ? {} : { tab: name }, { preventScrollReset: true })

  return (
    <div>
      <header className="glow-wall on-ink text-paper">
        <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-4 pt-10 pb-7 sm:gap-x-5 sm:pt-12 sm:pb-10">
          <Avatar profile={profile} className="size-14 text-2xl sm:size-20 sm:text-3xl" />
          <div className="min-w-0 flex-1 basis-36">
            <h1 className="font-display text-[clamp(1.3rem,4.5vw,2.5rem)] leading-tight">{title}</h1>
            <p className="truncate text-mist">Hi, {profile.full_name || profile.username}!</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {isAdmin && (
              <NavButton to="/admin" variant="hot">
                <LayoutDashboard className="size-4.5" aria-hidden="true" />
                Admin Dashboard
              </NavButton>
            )}
            <Button variant="outline-ink" onClick={() => void logout()}>
              <LogOut className="size-4.5 max-sm:hidden" aria-hidden="true" />
              Logout
            </Button>
          </div>
        </div>
      </header>
      <div className="wrap pt-6 pb-20 sm:pt-8">
        <Tabs value={tab} onValueChange={show}>
          <TabList aria-label="My account">
            <Tab value="dashboard" className={tabClass}>
              Dashboard
            </Tab>
            <Tab value="orders" className={tabClass}>
              Orders
            </Tab>
            <Tab value="addresses" className={tabClass}>
              Addresses
            </Tab>
            <Tab value="settings" className={tabClass}>
              Settings
            </Tab>
          </TabList>
          <TabPanel value="dashboard">
            <OverviewTab profile={profile} show={show} />
          </TabPanel>
          <TabPanel value="orders">
            <OrdersTab />
          </TabPanel>
          <TabPanel value="addresses">
            <AddressesTab />
          </TabPanel>
          <TabPanel value="settings">
            <SettingsTab profile={profile} />
          </TabPanel>
        </Tabs>
      </div>
      {isAdmin && <AdminAccessDialog />}
    </div>
  )
}
