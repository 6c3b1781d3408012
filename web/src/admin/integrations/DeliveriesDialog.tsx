import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { plural } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { toastError } from '~/admin/shared/toast-error'
import { formatDateTime } from '~/shared/lib/dates'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Dialog } from '~/shared/ui/Dialog'
import { Skeleton } from '~/shared/ui/Skeleton'
import { type Delivery, deliveriesQuery, resendDelivery, type Webhook, webhooksKey } from './queries'

const states = {
  waiting: { tone: 'amber', label: 'Waiting' },
  sent: { tone: 'green', label: 'Accepted' },
  failed: { tone: 'red', label: 'Needs attention' },
} as const

/** What was sent to a webhook, with the responses. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deliveries"
      description="The newest 20. They are kept for 30 days."
      className="max-w-2xl"
    >
      <div className="mt-5">
        {data ? (
          data.items.length === 0 ? (
            <p className="text-mute">Nothing was sent yet. ‘Send test’ sends a message at once.</p>
          ) : (
            <ul className="grid gap-3">
              {data.items.map((delivery) => (
                <Row key={delivery.id} webhook={webhook} delivery={delivery} />
              ))}
            </ul>
          )
        ) : error ? (
          <LoadFailed what="deliveries" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-48 rounded-2xl" />
        )}
      </div>
    </Dialog>
  )
}

function Row({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => resendDelivery(webhook.id, delivery.id),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
    onError: (error) => toastError('It was not sent again', error),
  })
  const isTest = delivery.event === 'test'
  const state = states[delivery.status]
  return (
    <li className="grid gap-1 rounded-xl border border-line bg-white p-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono font-semibold text-sm">{delivery.event}</span>
        <Badge tone={state.tone}>
          {isTest && delivery.status === 'failed' ? 'Not accepted' : state.label}
        </Badge>
        {delivery.status === 'failed' && !isTest && (
          <Button
            variant="outline"
            size="sm"
            className="ml-auto"
            busy={again.isPending}
            onClick={() => again.mutate()}
          >
            Send again
          </Button>
        )}
      </div>
      <p className="text-mute text-sm">
        {formatDateTime(delivery.created_at)} · {plural(delivery.attempts, 'attempt')}
        {delivery.code > 0 && ` · answered ${delivery.code}`}
        {delivery.status === 'waiting' && delivery.next_at && delivery.attempts > 0
          ? ` · next ${formatDateTime(delivery.next_at)}`
          : ''}
      </p>
      {delivery.error && delivery.code === 0 && <p className="text-sm">{delivery.error}</p>}
      {delivery.response && (
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-lg bg-paper px-3 py-2 font-mono text-xs">
          {delivery.response}
        </pre>
      )}
    </li>
  )
}
