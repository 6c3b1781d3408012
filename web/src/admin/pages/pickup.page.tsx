import { useQuery } from '@tanstack/react-query'
import { PackageCheck, ScanLine } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPages } from '~/admin/layout/admin-pages'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Panel } from '~/admin/shared/Panel'
import { UNKNOWN_ERROR } from '~/admin/shared/toast-error'
import { api, unwrap } from '~/shared/api/client'
import { PickupLookup } from '~/shared/form/constraints.gen'
import { textAttributes } from '~/shared/form/limits'
import { useSubmit } from '~/shared/form/use-submit'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { useMoney } from '~/shared/ui/Money'
import { useHandOver, useMarkPaid } from '../orders/actions'
import { CodeScanner, canScan } from '../orders/CodeScanner'
import { type Order, orderQuery } from '../orders/queries'
import { StatusBadge } from '../orders/StatusBadge'

export const route: PageRoute = { path: '/admin/pickup', ...adminPage }

/** Finds an order by its pickup code and hands it over. A hand scanner types the code and presses Enter. */
export default function PickupPage() {
  const [scanning, setScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const find = useSubmit({
    submit: (wanted: string) =>
      unwrap(api.GET('/api/admin/pickup/{code}', { params: { path: { code: wanted } } })),
    fallback: UNKNOWN_ERROR,
  })

  // Focus the field for the scanner, one frame after the layout has focused the start of the page.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  function look(wanted: string) {
    const text = wanted.trim()
    if (text) find.submit(text)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    look(code)
  }
  function next() {
    setCode('')
    find.reset()
    field.current?.focus()
  }

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        title={adminPages.pickup.name}
        hint="Type or scan the customer's code to find their order."
      />
      <Panel>
        <form ref={find.ref} onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
          <TextField
            ref={field}
            label="Pickup code"
            className="min-w-40 flex-1"
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...textAttributes(PickupLookup.code)}
            error={find.message}
            onChange={(event) => {
              setCode(event.target.value.toUpperCase())
              if (find.message) find.reset()
            }}
          />
          <div className={find.message ? 'flex gap-2 pb-7' : 'flex gap-2'}>
            <Button type="submit" busy={find.busy}>
              Find order
            </Button>
            {canScan() && (
              <Button variant="outline" onClick={() => setScanning((on) => !on)} aria-pressed={scanning}>
                <ScanLine className="size-5" aria-hidden="true" />
                Scan
              </Button>
            )}
          </div>
        </form>
        {!canScan() && (
          <p className="mt-2 text-mute text-sm">
            This browser reads no codes by camera. A hand scanner types into the field; so can you.
          </p>
        )}
        {scanning && (
          <CodeScanner
            onCode={(found) => {
              setScanning(false)
              setCode(found)
              look(found)
            }}
          />
        )}
      </Panel>
      <div aria-live="polite">
        {find.data && <Found key={find.data.number} found={find.data} onNext={next} />}
      </div>
    </div>
  )
}

function Found({ found, onNext }: { found: Order; onNext: () => void }) {
  const formatMoney = useMoney()
  // The order may change while the customer waits: show its current state.
  const { data: order = found } = useQuery({ ...orderQuery(found.number), initialData: found })
  const handOver = useHandOver(order.number)
  const markPaid = useMarkPaid(order.number)
  return (
    <Panel className="mt-4 animate-rise">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="break-words font-extrabold text-2xl tracking-tight">{order.customer_name}</h3>
          <p className="text-mute">
            <Link
              to={`/admin/orders/${order.number}`}
              className="font-semibold text-primary-deep hover:underline"
            >
              {order.number}
            </Link>{' '}
            · {order.units} {order.units === 1 ? 'unit' : 'units'} ·{' '}
            {formatMoney(order.total, order.currency)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <StatusBadge of={order} />
          {order.payment_status === 'unpaid' && <Badge tone="red">Unpaid</Badge>}
        </div>
      </div>
      <ul className="my-4 divide-y divide-line border-line border-y">
        {order.lines.map((line, i) => (
          <li key={`${i}-${line.product_name}`} className="flex items-center gap-3 py-2.5 text-lg">
            <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-ink font-bold text-paper tabular-nums">
              {line.quantity}
            </span>
            <span className="min-w-0 break-words">{line.product_name}</span>
          </li>
        ))}
      </ul>
      {order.fulfillment_type === 'delivery' && (
        <p className="mb-4 font-semibold">This order is delivered, not picked up.</p>
      )}
      {order.notes && (
        <p className="mb-4 whitespace-pre-wrap break-words rounded-xl bg-paper-2/70 p-3">{order.notes}</p>
      )}
      <div className="flex flex-col gap-2 sm:flex-row">
        {order.can_mark_paid && (
          <Button size="lg" variant="ink" busy={markPaid.isPending} onClick={() => markPaid.mutate()}>
            Mark as paid: {formatMoney(order.total, order.currency)}
          </Button>
        )}
        {order.can_hand_over && (
          <Button size="lg" className="flex-1" busy={handOver.isPending} onClick={() => handOver.mutate()}>
            <PackageCheck className="size-5" aria-hidden="true" />
            Hand over
          </Button>
        )}
        {order.handed_over && (
          <p role="status" className="flex flex-1 items-center gap-2 font-bold text-success text-lg">
            <PackageCheck className="size-6" aria-hidden="true" />
            Handed over
          </p>
        )}
        <Button size="lg" variant="outline" onClick={onNext}>
          Next customer
        </Button>
      </div>
    </Panel>
  )
}
