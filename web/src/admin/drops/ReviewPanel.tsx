import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Schemas } from '~/admin/shared/api'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { Tick } from '~/admin/shared/DataTable'
import { plural } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { Panel } from '~/admin/shared/Panel'
import { localTime } from '~/admin/shared/when'
import { api, unwrap } from '~/shared/api/client'
import { Button } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { passOn, useLiveAction } from './live-actions'
import { dropsKey, type StaffDrop } from './queries'

type ReviewGroup = Schemas['ReviewGroup']

const kindLabels: Record<ReviewGroup['kind'], string> = {
  building: 'Same building',
  domain: 'Same email domain',
  network: 'Same network',
  name: 'Same name',
  phone: 'Same phone',
  card: 'Same card',
}

const REVIEW_EVERY = 10_000

const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...dropsKey, 'review', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/drops/{id}/review', { params: { path: { id } }, signal })),
  })

/** Paid orders that share something, to cancel and pass on to the next in line. */
export function ReviewPanel({ drop }: { drop: StaffDrop }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...reviewQuery(drop.id), refetchInterval: REVIEW_EVERY })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState(false)
  const there = new Set(data?.groups.flatMap((group) => group.orders.map(({ number }) => number)))
  const numbers = [...chosen].filter((number) => there.has(number))
  const pass = useLiveAction<void>(drop, {
    what: 'passing orders on',
    done: 'Orders passed on',
    do: (of) => passOn(of, numbers),
    onDone: () => {
      setChosen(new Set())
      void client.invalidateQueries({ queryKey: ['admin', 'orders'] })
    },
  })
  function toggle(list: string[], on: boolean) {
    const next = new Set(chosen)
    for (const number of list)
      if (on) next.add(number)
      else next.delete(number)
    setChosen(next)
  }
  return (
    <Panel
      title="Review"
      hint="Paid orders that share something. Families share cards and neighbours share houses: you decide."
      actions={
        numbers.length > 0 && (
          <Button size="sm" className="min-h-11" onClick={() => setAsked(true)}>
            Cancel and pass on
          </Button>
        )
      }
    >
      {error && !data ? (
        <LoadFailed what="orders to review" error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-24 rounded-xl" />
      ) : data.groups.length === 0 ? (
        <p className="text-mute">No paid orders share a building, domain, network, name, phone or card.</p>
      ) : (
        <ul className="grid gap-3">
          {data.groups.map((group) => (
            <Group
              key={`${group.kind} ${group.orders[0]?.number}`}
              group={group}
              chosen={chosen}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Cancel and pass on"
        description={`Refund ${numbers.length} orders and give their units to the next?`}
        confirm="Cancel and pass on"
        cancel="Keep them"
        danger
        pending={pass.isPending}
        onConfirm={() => pass.mutate(undefined, { onSettled: () => setAsked(false) })}
      />
    </Panel>
  )
}

type GroupProps = {
  group: ReviewGroup
  chosen: ReadonlySet<string>
  onToggle: (numbers: string[], on: boolean) => void
}

function Group({ group, chosen, onToggle }: GroupProps) {
  const numbers = group.orders.map(({ number }) => number)
  const count = numbers.filter((number) => chosen.has(number)).length
  const all = count === numbers.length
  const title = `${kindLabels[group.kind]}: ${plural(numbers.length, 'order')}`
  return (
    <li className="rounded-xl border border-line">
      <div className="flex items-center gap-3 border-line border-b px-3 py-2">
        <Tick
          label={`Select all of ${title}`}
          state={all || (count > 0 && 'indeterminate')}
          onToggle={() => onToggle(numbers, !all)}
        />
        <h4 className="font-semibold">{title}</h4>
      </div>
      <ul className="divide-y divide-line">
        {group.orders.map((order) => (
          <li key={order.number} className="flex items-center gap-x-3 px-3 py-1.5 text-sm max-sm:flex-wrap">
            <Tick
              label={`Select ${order.number}`}
              state={chosen.has(order.number)}
              onToggle={() => onToggle([order.number], !chosen.has(order.number))}
            />
            <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[7rem_1fr_1.3fr]">
              <Link
                to={`/admin/orders/${order.number}`}
                className="content-center font-semibold text-primary-deep hover:underline"
              >
                {order.number}
              </Link>
              <span className="wrap-anywhere content-center">{order.customer_name}</span>
              <span className="wrap-anywhere content-center text-mute">{order.email}</span>
            </span>
            <span className="shrink-0 text-right tabular-nums max-sm:flex max-sm:basis-full max-sm:justify-end max-sm:gap-3">
              <Money amount={order.total} currency={order.currency} />
              <span className="text-mute sm:block">
                {plural(order.units, 'unit')}, {localTime(order.created_at)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
