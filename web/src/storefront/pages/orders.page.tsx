import { Link, Navigate } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import type { PageRoute } from '~/shared/lib/page'
import { AccountLoading } from '~/storefront/account/AccountLoading'
import { FindOrderForm } from '~/storefront/checkout/FindOrderForm'
import { FirstScreen } from '~/storefront/layout/FirstScreen'
import { PageBanner } from '~/storefront/static/PageBanner'

const title = 'Find your order'

export const route: PageRoute = {
  path: '/orders',
  render: 'client',
  meta: () => ({ title }),
}

export default function OrdersPage() {
  return (
    <FirstScreen>
      <Orders />
    </FirstScreen>
  )
}

function Orders() {
  const { user, isRestoring } = useAuth()
  if (isRestoring) return <AccountLoading />
  if (user) return <Navigate to="/account/dashboard?tab=orders" replace />
  return (
    <div>
      <PageBanner title={title} sign="box">
        <p>
          Tell us the order number and the email it was placed with. We mail you a link to it. With an
          account,{' '}
          <Link to="/account?next=/orders" className="font-semibold text-paper underline underline-offset-3">
            log in
          </Link>{' '}
          and see all of them.
        </p>
      </PageBanner>
      <div className="wrap pt-4 pb-16 sm:pt-6 sm:pb-20">
        <FindOrderForm />
      </div>
    </div>
  )
}
