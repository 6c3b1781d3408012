import { useEffect } from 'react'
import { zonedDateTime } from '~/admin/shared/when'
import { useBrand } from '~/shared/lib/settings'
import { addressLines, arrivalText } from './CustomerPanel'
import { QrCode } from './QrCode'
import type { Order } from './queries'

export type PrintKind = 'slip' | 'label'

/** A sheet that is only printed. It is mounted while the print dialog is open. */
export function PrintSheet({ order, kind, onDone }: { order: Order; kind: PrintKind; onDone: () => void }) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [onDone])
  return (
    <div className="hidden bg-white text-black print:block">
      {kind === 'slip' ? <PackingSlip order={order} /> : <PickupLabel order={order} />}
    </div>
  )
}

function PackingSlip({ order }: { order: Order }) {
  const brand = useBrand()
  const address = addressLines(order)
  return (
    <article aria-label="Packing slip" className="p-8 text-[12pt]">
      <header className="flex items-start justify-between border-black border-b-2 pb-4">
        <div>
          <p className="font-display text-2xl">{brand}</p>
          <p>Packing slip</p>
        </div>
        <div className="text-right">
          <p className="font-bold text-xl">{order.number}</p>
          <p>{zonedDateTime(order.created_at)}</p>
          <p className={order.delivery_method === 'express' ? 'font-bold' : undefined}>
            {arrivalText(order)}
          </p>
        </div>
      </header>
      <section className="my-6">
        <p className="font-bold">{order.customer_name}</p>
        {address.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {order.phone && <p>{order.phone}</p>}
      </section>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-black border-b">
            <th className="w-16 py-2">Units</th>
            <th className="py-2">Product</th>
            <th className="w-20 py-2 text-center">Packed</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, i) => (
            <tr key={`${i}-${line.product_name}`} className="break-inside-avoid border-black/30 border-b">
              <td className="py-2 font-bold">{line.quantity}</td>
              <td className="py-2">{line.product_name}</td>
              <td className="py-2 text-center">☐</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.notes && (
        <p className="mt-6 whitespace-pre-wrap border border-black p-3">
          <b>Note: </b>
          {order.notes}
        </p>
      )}
      <p className="mt-8">Thank you for your order!</p>
    </article>
  )
}

/** Fits a 4 × 6 inch label, and any sheet. */
function PickupLabel({ order }: { order: Order }) {
  const brand = useBrand()
  return (
    <article aria-label="Pickup label" className="mx-auto max-w-[4in] p-6 text-center">
      <p className="font-display text-xl">{brand}</p>
      <p className="mt-2 font-bold text-3xl">{order.number}</p>
      <p className="mt-1 truncate text-xl">{order.customer_name}</p>
      {order.pickup_code && (
        <>
          <QrCode
            text={order.pickup_code}
            label={`Code ${order.pickup_code}`}
            className="mx-auto my-4 size-[2.2in]"
          />
          <p className="font-bold text-3xl tracking-[0.25em]">{order.pickup_code}</p>
        </>
      )}
      <p className="mt-3">
        {order.units} {order.units === 1 ? 'unit' : 'units'}
        {order.payment_status === 'unpaid' && ' · NOT PAID'}
      </p>
    </article>
  )
}
