import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { productQuery } from '~/shared/api/queries'
import type { PageRoute } from '~/shared/lib/page'
import { Button, ButtonLink } from '~/shared/ui/Button'
import { Skeleton } from '~/shared/ui/Skeleton'
import { ShopButton } from '~/storefront/shared/ShopButton'
import { confirmWaitlist, leaveWaitlist, type WaitlistPlace } from '~/storefront/waitlist/queries'
import { Stage, Text } from '~/storefront/waitlist/Stage'
import NotFoundPage from './not-found.page'

export const route: PageRoute = {
  path: '/waitlist/:action',
  render: 'client',
  crawl: false,
  meta: () => ({ title: 'Waitlist' }),
}

/** What the links in the waitlist's emails open. Fetching the page changes nothing: its script sends the token. */
export default function WaitlistPage() {
  const { action } = useParams()
  const token = useSearchParams()[0].get('token') ?? ''
  if (action === 'leave') return <Leave key={token} token={token} />
  return action === 'confirm' ? <Confirm key={token} token={token} /> : <NotFoundPage />
}

function Confirm({ token }: { token: string }) {
  const { mutate, data, error } = useMutation({ mutationFn: () => confirmWaitlist(token) })
  const product = useQuery({ ...productQuery(data?.product_id ?? 0), enabled: data !== undefined })
  useEffect(() => mutate(), [mutate])
  if (error) return <Failed error={error} onRetry={mutate} />
  if (!data)
    return (
      <Stage title="One moment…">
        <Skeleton className="mt-6 h-6 w-72 max-w-full opacity-30" />
      </Stage>
    )
  const { title, text } = placeTexts(data)
  return (
    <Stage title={title} product={product.data} lit={isOpen(data)}>
      <Text>{text}</Text>
      <ButtonLink to={`/product/${data.product_id}`} variant="hot" size="lg" className="mt-8">
        See the product
      </ButtonLink>
    </Stage>
  )
}

const isOpen = ({ state }: WaitlistPlace) => state === 'waiting' || state === 'offered'

function placeTexts({ state, before }: WaitlistPlace): { title: string; text: string } {
  switch (state) {
    case 'waiting':
      return { title: 'Your place counts', text: `You are on the waitlist. ${before} before you.` }
    case 'offered':
      return {
        title: 'It is your turn',
        text: 'It is held for you already: open the link in the email we just sent you.',
      }
    case 'bought':
      return { title: 'It is yours', text: 'You have bought what you waited for.' }
    default:
      return { title: 'This place is over', text: 'You are not on the waitlist any more.' }
  }
}

/** Leaving needs a click: mail programs open links by themselves. */
function Leave({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => leaveWaitlist(token) })
  if (error) return <Failed error={error} onRetry={mutate} />
  if (isSuccess)
    return (
      <Stage title="You have left the waitlist">
        <Text>Whoever is next moves up.</Text>
        <ShopButton size="lg" className="mt-8" />
      </Stage>
    )
  return (
    <Stage title="Leave the waitlist?">
      <Text>Your place goes to the next in line, and so does what is held for you.</Text>
      <Button variant="hot" size="lg" className="mt-8" busy={isPending} onClick={() => mutate()}>
        Leave the waitlist
      </Button>
    </Stage>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Stage title="That did not work">
    <Text>{errorMessage(error, 'The shop did not answer. Please try again.')}</Text>
    <div className="mt-8 flex flex-wrap gap-4">
      {!isMissing(error) && (
        <Button variant="hot" size="lg" onClick={onRetry}>
          Try again
        </Button>
      )}
      <ShopButton variant={isMissing(error) ? 'hot' : 'outline-ink'} size="lg" />
    </div>
  </Stage>
)

const isMissing = (error: Error) => error instanceof ApiError && error.status === 404
