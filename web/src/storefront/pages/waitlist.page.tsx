import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { errorMessage } from '~/shared/api/errors'
import type { PageRoute } from '~/shared/lib/page'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Spinner } from '~/shared/ui/Spinner'
import { confirmWaitlist, leaveWaitlist } from '~/storefront/waitlist/queries'

export const route: PageRoute = {
  path: '/waitlist/:action',
  render: 'client',
  crawl: false,
  meta: () => ({ title: 'Waitlist' }),
}

/** What the links in the waitlist's emails open. Fetching the page changes nothing: its script sends the token. */
export default function WaitlistPage() {
  const { action } = useParams()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  return (
    <div className="on-ink glow-wall text-paper">
      <div className="wrap grid min-h-[70vh] max-w-3xl content-center py-14">
        {action === 'leave' ? <Leave token={token} /> : <Confirm token={token} />}
      </div>
    </div>
  )
}

function Confirm({ token }: { token: string }) {
  const { mutate, data, error } = useMutation({ mutationFn: () => confirmWaitlist(token) })
  useEffect(() => mutate(), [mutate])
  if (error) return <Failed error={error} />
  if (!data)
    return (
      <p role="status" className="flex items-center gap-3 text-lg">
        <Spinner /> One moment…
      </p>
    )
  const product = `/product/${data.product_id}`
  if (data.state === 'offered')
    return (
      <Result title="It is your turn" to={product} link="See the product">
        One is held for you already. The link is in your mail.
      </Result>
    )
  if (data.state !== 'waiting')
    return (
      <Result title="This place is over" to={product} link="See the product">
        You are not on the waitlist any more.
      </Result>
    )
  return (
    <Result title="Your place counts" to={product} link="See the product">
      You are on the waitlist. {data.before} before you.
    </Result>
  )
}

/** Leaving needs a click: mail programs open links by themselves. */
function Leave({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => leaveWaitlist(token) })
  if (error) return <Failed error={error} />
  if (isSuccess)
    return (
      <Result title="You have left the waitlist" to="/products" link="Shop Latest Drops">
        Whoever is next moves up.
      </Result>
    )
  return (
    <div>
      <h1 className="font-display text-[clamp(2rem,6vw,3.5rem)] leading-[1.05]">Leave the waitlist?</h1>
      <p className="mt-4 text-lg text-mist">Your place goes to the next in line.</p>
      <Button variant="hot" size="lg" className="mt-8" busy={isPending} onClick={() => mutate()}>
        Leave the waitlist
      </Button>
    </div>
  )
}

const Failed = ({ error }: { error: Error }) => (
  <Result title="That did not work" to="/products" link="Shop Latest Drops">
    {errorMessage(error, 'The shop did not answer. Please try again.')}
  </Result>
)

function Result({
  title,
  to,
  link,
  children,
}: {
  title: string
  to: string
  link: string
  children: ReactNode
}) {
  return (
    <div role="status">
      <h1 className="neon-text font-display text-[clamp(2rem,6vw,3.5rem)] leading-[1.05]">{title}</h1>
      <p className="mt-4 text-lg text-mist">{children}</p>
      <ButtonLink to={to} variant="hot" size="lg" className="mt-8">
        {link}
      </ButtonLink>
    </div>
  )
}
