import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { Panel } from '~/admin/shared/Panel'
import { ShownOnce } from '~/admin/shared/ShownOnce'
import { toastError, UNKNOWN_ERROR } from '~/admin/shared/toast-error'
import { AdminCreateApiKeyBody } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { useForm } from '~/shared/form/use-form'
import { formatDate, formatDateTime } from '~/shared/lib/dates'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { Skeleton } from '~/shared/ui/Skeleton'
import { Choices } from './Choices'
import { type ApiKey, apiKeysQuery, createApiKey, revokeApiKey } from './queries'

const scopes = [
  { value: 'catalogue:read', label: 'Read catalogue', hint: 'Products and categories, also hidden ones' },
  { value: 'catalogue:write', label: 'Write catalogue', hint: 'Products, categories, stock, pictures' },
  { value: 'orders:read', label: 'Read orders', hint: 'With names, addresses and notes' },
  { value: 'orders:fulfil', label: 'Fulfil orders', hint: 'Status, hold and handover; no refunds' },
] as const

const labels = new Map<string, string>(scopes.map(({ value, label }) => [value, label]))

/** Keys with which the owner's programs call the API. */
export function ApiKeysPanel() {
  const { data, error, refetch } = useQuery(apiKeysQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <Panel
      title="API keys"
      hint={
        <>
          For your own programs. What they can call is in the{' '}
          <a href="/api/docs" className="underline underline-offset-2">
            API reference
          </a>
          .
        </>
      }
      actions={
        <Button variant="outline" size="sm" disabled={!data} onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden="true" />
          Add API key
        </Button>
      }
    >
      {data ? (
        data.items.length === 0 ? (
          <p className="text-mute">No API keys yet.</p>
        ) : (
          <ul className="grid grid-cols-1 gap-3">
            {data.items.map((key) => (
              <Row key={key.id} apiKey={key} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadFailed what="API keys" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-20 rounded-xl" />
      )}
      {isAdding && <AddKeyDialog onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function Row({ apiKey }: { apiKey: ApiKey }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: () => setAsking(false),
    onError: (error) => toastError('The key was not revoked', error),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-xl border border-line p-3.5">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          {apiKey.name} <span className="font-mono font-normal text-mute text-sm">{apiKey.hint}…</span>
        </p>
        <p className="text-sm">{apiKey.scopes.map((scope) => labels.get(scope) ?? scope).join(', ')}</p>
        <p className="wrap-anywhere text-mute text-sm">
          Made {formatDate(apiKey.created_at)} by {apiKey.created_by} ·{' '}
          {apiKey.last_used_at ? `last used ${formatDateTime(apiKey.last_used_at)}` : 'never used'}
        </p>
      </div>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke ${apiKey.name}?`}
        description="Programs that use this key are refused at once. This cannot be undone."
        confirm="Revoke"
        danger
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </li>
  )
}

/** Makes a key. It is shown once: the shop keeps only its hash. */
function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string[]>([])
  const { form, field, busy, errors, generalMessage, data } = useForm({
    limits: AdminCreateApiKeyBody,
    fallback: UNKNOWN_ERROR,
    check: (): Record<string, string> =>
      chosen.length === 0 ? { scopes: 'Choose at least one scope.' } : {},
    submit: async ({ name = '' }) => {
      const made = await createApiKey({ name: name.trim(), scopes: chosen })
      await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
      return made.key
    },
  })
  return (
    <FormDialog
      title="Add API key"
      description={
        data
          ? 'Copy it now: it is not shown again.'
          : 'The audit log names the key where a program changes something.'
      }
      form={form}
      busy={busy}
      message={generalMessage}
      submit="Add API key"
      onClose={onClose}
      done={data && <ShownOnce label="API key" show="Show key once" secret={data} onClose={onClose} />}
    >
      <TextField label="Name" autoComplete="off" hint="What uses this key." {...field('name')} />
      <Choices
        legend="What it may do"
        options={scopes}
        chosen={chosen}
        onChange={setChosen}
        error={chosen.length === 0 ? errors.scopes : undefined}
      />
    </FormDialog>
  )
}
