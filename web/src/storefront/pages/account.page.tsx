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
  // What was typed into each form, so that it is still there after switching to the other one and back.
  const typed = useRef<Record<'login' | 'register', Values>>({ login: {}, register: {} })
  // Whether the login form was shown. Somebody who was signed in already goes to their account, not back to where they came from.
  const asked = useRef(false)
  useEffect(() => {
    if (!isRestoring && !user) asked.current = true
  }, [isRestoring, user])

  if (isRestoring) return <AccountLoading />
  // A logout shows this page before `user` is removed: that must not redirect to the dashboard.
  if (user && !isLeaving) {
    // An admin who was not sent here by another page goes to the dashboard, which offers shop and admin area.
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
    <AccountFrame title="Your Account" text={`Your orders and addresses live with your ${brand} account.`}>
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
