import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { toastError } from '~/admin/shared/toast-error'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Dialog } from '~/shared/ui/Dialog'
import { Skeleton } from '~/shared/ui/Skeleton'
import { toast } from '~/shared/ui/toast-store'
import { refreshProducts, removeFromWaitlist, type StaffProduct, waitlistQuery } from './queries'

type Props = { product: StaffProduct | undefined; onClose: () => void }

/** Who waits for a product or has an offer, in order. */
export function WaitlistDialog({ product, onClose }: Props) {
  return (
    <Dialog
      open={product !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Waiting for ${product?.name ?? ''}`}
      description="Units that come back are offered in this order, to those who opened the link in their email."
      className="sm:max-w-2xl"
    >
      {product && <Entries product={product} />}
    </Dialog>
  )
}

function Entries({ product }: { product: StaffProduct }) {
  const { data, error, refetch } = useQuery(waitlistQuery(product.id))
  const client = useQueryClient()
  const [asked, setAsked] = useState<number>()
  const remove = useMutation({
    mutationFn: (entry: number) => removeFromWaitlist(product.id, entry),
    onSuccess: () => toast({ title: 'Removed from the waitlist' }),
    onError: (failure) => toastError('Error removing from the waitlist', failure),
    onSettled: () => {
      setAsked(undefined)
      return refreshProducts(client)
    },
  })
  if (error && !data) return <LoadFailed what="waitlist" error={error} onRetry={refetch} />
  if (!data)
    return (
      <div aria-busy="true" className="mt-5 grid gap-2">
        <Skeleton className="h-16 rounded-2xl" />
        <Skeleton className="h-16 rounded-2xl" />
        <Skeleton className="h-16 rounded-2xl" />
      </div>
    )
  if (data.items.length === 0) return <p className="mt-5 text-mute">Nobody waits for this product.</p>
  return (
    <ol aria-label="Waitlist" className="mt-5 divide-y divide-line rounded-2xl bg-white ring-1 ring-line">
      {data.items.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-48 flex-1">
            <p className="wrap-anywhere font-semibold">{entry.email}</p>
            <p className="text-mute text-sm">
              {entry.units === 1 ? '1 unit' : `${entry.units} units`} · joined{' '}
              <time dateTime={entry.joined_at}>
                {new Date(entry.joined_at).toLocaleString('en-US', JOINED)}
              </time>
            </p>
          </div>
          <Badge tone={tones[stateOf(entry)]}>{stateLabels[stateOf(entry)]}</Badge>
          {asked === entry.id ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would not stand in the row
            <div role="group" aria-label={`Remove ${entry.email}?`} className="flex gap-2 max-sm:w-full">
              <Button
                variant="danger"
                size="sm"
                className="max-sm:min-h-11 max-sm:flex-1"
                busy={remove.isPending}
                // The button that was clicked is replaced by this one: keep the focus here.
                autoFocus
                onClick={() => remove.mutate(entry.id)}
              >
                Yes, remove
              </Button>
              <Button
                variant="outline"
                size="sm"
                className="max-sm:min-h-11 max-sm:flex-1"
                disabled={remove.isPending}
                onClick={() => setAsked(undefined)}
              >
                Keep
              </Button>
            </div>
          ) : (
            <Button
              variant="outline"
              size="sm"
              className="max-sm:min-h-11"
              aria-label={`Remove ${entry.email}`}
              onClick={() => setAsked(entry.id)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

const JOINED: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

type State = 'offered' | 'counts' | 'unopened'

const stateOf = ({ state, counts }: { state: string; counts: boolean }): State =>
  state === 'offered' ? 'offered' : counts ? 'counts' : 'unopened'

const stateLabels = { offered: 'Has an offer', counts: 'Waiting', unopened: 'Link not opened' }
const tones = { offered: 'green', counts: 'blue', unopened: 'grey' } as const
