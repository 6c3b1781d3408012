import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { ownPath } from '~/shared/auth/next-path'
import type { Values } from '~/shared/form/use-form'
import type { PageRoute } from '~/shared/lib/page'
import { useBrand } from '~/shared/lib/settings'
import { Tab, TabList, TabPanel, Tabs } from '~/shared/ui/Tabs'
import { AccountFrame } from '~/storefront/account/AccountFrame'
import { AccountLoading } from '~/storefront/account/AccountLoading'
import { LoginForm } from '~/storefront/account/LoginForm'
import { RegisterForm } from '~/storefront/account/RegisterForm'
import { SecondFactorForm } from '~/storefront/account/SecondFactorForm'
import { FirstScreen } from '~/storefront/layout/FirstScreen'

export const route: PageRoute = {
  path: '/account',
  render: 'client',
  crawl: false,
  meta: (_known, _setting, { search }) => ({
    title: search.get('tab') === 'register' ? 'Register' : 'Login',
  }),
}

export default function AccountPage() {
  return (
    <FirstScreen>
      <Account />
    </FirstScreen>
  )
}

function Account() {
  const { user, secondFactorDue, isRestoring, isLeaving } = useAuth()
  const brand = useBrand()
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  // `next` sent the shopper here; `from` is where they were when they asked for the login. Links to this very page keep it.
  const [way] = useState(state as { next?: unknown; from?: unknown } | null)
  const tab = query.get('tab') === 'register' ? 'register' : 'login'
  // Whoever looks at the other form finds this one as they left it.
  const typed = useRef<Record<'login' | 'register', Values>>({ login: {}, register: {} })
  // Whoever was signed in all along wants their account, not to be turned away at its door.
  const asked = useRef(false)
  useEffect(() => {
    if (!isRestoring && !user) asked.current = true
  }, [isRestoring, user])

  if (isRestoring) return <AccountLoading />
  // Who is just leaving comes here too: sending them back to their dashboard would stop them at the door.
  if (user && !isLeaving) {
    // An admin who only came by is asked on the dashboard where to go.
    const back = asked.current && !user.is_admin ? ownPath(way?.from) : undefined
    const next = ownPath(query.get('next')) ?? ownPath(way?.next) ?? back
    return <Navigate to={next ?? '/account/dashboard'} replace />
  }
  if (secondFactorDue) {
    return (
      <AccountFrame title="Your Account">
        <SecondFactorForm />
      </AccountFrame>
    )
  }

  function show(name: string) {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (name === 'register') next.set('tab', 'register')
        else next.delete('tab')
        return next
      },
      { replace: true, state, preventScrollReset: true },
    )
  }

  return (
    <AccountFrame
      title="Your Account"
      text={`Orders, addresses and first dibs: all of it lives with your ${brand} account.`}
    >
      <Tabs value={tab} onValueChange={show}>
        <TabList aria-label="Login or register">
          <Tab value="login">Login</Tab>
          <Tab value="register">Register</Tab>
        </TabList>
        <TabPanel value="login">
          <LoginForm typed={typed.current.login} />
        </TabPanel>
        <TabPanel value="register">
          <RegisterForm typed={typed.current.register} />
        </TabPanel>
      </Tabs>
    </AccountFrame>
  )
}
