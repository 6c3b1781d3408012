import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { Panel } from '~/admin/shared/Panel'
import { errorText } from '~/admin/shared/toast-error'
import { MAX_WEBHOOKS } from '~/shared/lib/rules.gen'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Skeleton } from '~/shared/ui/Skeleton'
import { toast } from '~/shared/ui/toast-store'
import { AddWebhookDialog } from './AddWebhookDialog'
import { DeliveriesDialog } from './DeliveriesDialog'
import { removeWebhook, testWebhook, type Webhook, webhooksKey, webhooksQuery } from './queries'

const failed = (title: string) => (error: unknown) =>
  toast({ variant: 'destructive', title, description: errorText(error) })

/** Addresses that the shop calls when something happens. */
export function WebhooksPanel() {
  const { data, error, refetch } = useQuery(webhooksQuery)
  const [isAdding, setAdding] = useState(false)
  const isFull = (data?.items.length ?? 0) >= MAX_WEBHOOKS
  return (
    <Panel
      title="Webhooks"
      hint={
        isFull
          ? `There are ${MAX_WEBHOOKS} webhooks, the most.`
          : 'Other programs hear of drops and orders at once.'
      }
      actions={
        <Button variant="outline" size="sm" disabled={!data || isFull} onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden="true" />
          Add webhook
        </Button>
      }
    >
      {data ? (
        data.items.length === 0 ? (
          <p className="text-mute">No webhooks yet.</p>
        ) : (
          <ul className="grid grid-cols-1 gap-3">
            {data.items.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadFailed what="webhooks" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-20 rounded-xl" />
      )}
      {isAdding && <AddWebhookDialog onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function Row({ webhook }: { webhook: Webhook }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'deliveries' | 'remove'>()
  const refresh = () => client.invalidateQueries({ queryKey: webhooksKey })
  const test = useMutation({
    mutationFn: () => testWebhook(webhook.id),
    onSuccess: ({ status, code, error }) =>
      status === 'sent'
        ? toast({ title: 'The test was accepted', description: `The receiver answered ${code}.` })
        : toast({
            variant: 'destructive',
            title: 'The test was not accepted',
            description: code > 0 ? `The receiver answered ${code}.` : error,
          }),
    onError: failed('The test was not sent'),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => removeWebhook(webhook.id),
    onSuccess: () => setOpen(undefined),
    onError: failed('The webhook was not removed'),
    onSettled: refresh,
  })
  return (
    <li className="grid gap-2 rounded-xl border border-line p-3.5">
      <p className="wrap-anywhere font-semibold">{webhook.url}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-mute text-sm">
        {webhook.format === 'discord' && <Badge tone="purple">Discord</Badge>}
        {webhook.failed > 0 && <Badge tone="red">Needs attention: {webhook.failed}</Badge>}
        {webhook.waiting > 0 && <Badge tone="amber">Waiting: {webhook.waiting}</Badge>}
        <span>{webhook.events.join(', ')}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
          Send test
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setOpen('deliveries')}>
          Deliveries
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setOpen('remove')}>
          Remove
        </Button>
      </div>
      {open === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={() => setOpen(undefined)}
        title="Remove this webhook?"
        description="What waits to be sent to it is not sent, and its deliveries are deleted."
        confirm="Remove"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}
