import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { adminPages } from '~/admin/layout/admin-pages'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { DeleteDialog } from '~/admin/shared/DeleteDialog'
import { formatCount } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { PageHeading } from '~/admin/shared/PageHeading'
import { useToastOnError } from '~/admin/shared/toast-error'
import { localDateTime } from '~/admin/shared/when'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { type FormatMoney, useMoney } from '~/shared/ui/Money'
import { PromotionDialog } from '../promotions/PromotionDialog'
import { deletePromotion, type Promotion, promotionKey, promotionsQuery } from '../promotions/queries'

export const route: PageRoute = { path: '/admin/promotions', ...adminPage }

function gives(p: Promotion, formatMoney: FormatMoney): string {
  if (p.kind === 'free_shipping') return 'Free shipping'
  return p.kind === 'percent' ? `${p.percent}% off` : `${formatMoney(p.amount)} off`
}

const states: Record<Promotion['state'], { text: string; tone: 'green' | 'amber' | 'grey' }> = {
  on: { text: 'On', tone: 'green' },
  off: { text: 'Off', tone: 'grey' },
  not_started: { text: 'Not started', tone: 'amber' },
  ended: { text: 'Ended', tone: 'grey' },
  used_up: { text: 'Used up', tone: 'grey' },
}

function conditions(p: Promotion, formatMoney: FormatMoney): string {
  return [
    p.minimum > 0 && `from ${formatMoney(p.minimum)}`,
    p.starts_at && `from ${localDateTime(p.starts_at)}`,
    p.ends_at && `until ${localDateTime(p.ends_at)}`,
    p.max_per_customer && `${formatCount(p.max_per_customer)} per customer`,
  ]
    .filter(Boolean)
    .join(', ')
}

export default function PromotionsPage() {
  const { data, error, isPending, refetch } = useQuery(promotionsQuery)
  const client = useQueryClient()
  const formatMoney = useMoney()
  useToastOnError(error, 'Error fetching promotions')
  const [editing, setEditing] = useState<Promotion | 'new'>()
  const [deleting, setDeleting] = useState<Promotion>()
  const rows = data?.items ?? []
  const edited = editing === 'new' ? undefined : editing
  const columns: DataColumn<Promotion>[] = [
    {
      name: 'Code',
      phone: 'bare',
      cell: (p) => <span className="break-all font-bold text-[0.95rem] tracking-wide">{p.code}</span>,
    },
    { name: 'Gives', cell: (p) => gives(p, formatMoney) },
    {
      name: 'Conditions',
      cell: (p) => <span className="text-mute text-sm">{conditions(p, formatMoney) || 'None'}</span>,
    },
    {
      name: 'Uses',
      align: 'right',
      cell: (p) => (
        <span className="whitespace-nowrap tabular-nums">
          {formatCount(p.uses)}
          {p.max_uses && <span className="text-mute"> of {formatCount(p.max_uses)}</span>}
        </span>
      ),
    },
    {
      name: 'State',
      cell: (p) => {
        const { text, tone } = states[p.state]
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    {
      name: 'Actions',
      align: 'right',
      cell: (p) => (
        <span className="inline-flex">
          <Button variant="ghost" size="icon" aria-label={`Edit ${p.code}`} onClick={() => setEditing(p)}>
            <Pencil className="size-4.5" aria-hidden="true" />
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Delete ${p.code}`} onClick={() => setDeleting(p)}>
            <Trash2 className="size-4.5" aria-hidden="true" />
          </Button>
        </span>
      ),
    },
  ]
  const add = (
    <Button onClick={() => setEditing('new')} size="sm" className="max-md:min-h-11">
      <Plus className="size-4" aria-hidden="true" />
      Add Promotion
    </Button>
  )
  return (
    <>
      <PageHeading title={adminPages.promotions.name} hint="Promo codes that shoppers enter in their cart.">
        {rows.length > 0 && add}
      </PageHeading>
      {error && !data ? (
        <LoadFailed what="promotions" error={error} onRetry={refetch} />
      ) : data && rows.length === 0 ? (
        <EmptyState
          title="No promotions found"
          text="Give your shoppers a code: a percentage, an amount, or free shipping."
        >
          {add}
        </EmptyState>
      ) : (
        <DataTable
          label="Promotions"
          columns={columns}
          rows={rows}
          rowKey={(p) => p.id}
          isLoading={isPending}
        />
      )}
      <PromotionDialog
        key={editing === 'new' ? 'new' : editing?.id}
        promotion={rows.find(({ id }) => id === edited?.id) ?? edited}
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
      />
      <DeleteDialog
        texts={{
          question: 'Are you sure you want to delete this promotion? This action cannot be undone.',
          deleted: 'Promotion deleted',
          done: 'The promotion has been deleted successfully.',
          failed: 'Error deleting promotion',
        }}
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        remove={async () => deleting && deletePromotion(deleting.id)}
        refresh={() => client.invalidateQueries({ queryKey: promotionKey })}
      />
    </>
  )
}
