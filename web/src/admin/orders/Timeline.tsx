import { zonedDateTime } from '~/admin/shared/when'
import { type FormatMoney, useMoney } from '~/shared/ui/Money'
import type { Order } from './queries'

type Event = Order['events'][number]

const said: Record<string, (detail: string, money: (amount: string) => string) => string> = {
  placed: () => 'Order placed',
  paid: (provider) => (provider === 'manual' ? 'Paid at the shop' : 'Payment received'),
  payment_failed: () => 'Payment failed',
  customer_note: (note) => `Note to the customer: ${note}`,
  note: () => 'Staff notes changed',
  mail: (kind) => (kind === 'confirmation' ? 'Confirmation mail sent again' : 'Status mail sent again'),
  mail_skipped: (kind) =>
    `No ${kind === 'confirmation' || kind === 'link' ? kind : 'status'} mail: this address got too many`,
  cancelled: (note) => (note ? `Order cancelled: ${note}` : 'Order cancelled'),
  hold_ended: () => 'Not paid in time: the units went back on the shelf',
  held_again: () => 'Paid after all: the units were taken again',
  refund_asked: (amount, money) =>
    /^[\d.]+$/.test(amount) ? `Refund of ${money(amount)} asked for` : 'Refund asked for',
  refunded: (amount, money) => `${money(amount)} refunded`,
  over_limit: () => 'On hold: one card paid for more than one household may have',
  review: () => 'On hold: many units of the drop go to this building or name',
  refund_failed: (amount, money) => `Refund of ${money(amount)} failed`,
}

function eventText(event: Event, formatMoney: FormatMoney): string {
  if (event.kind === 'status') return `Status changed to ${statusLabel(event.detail)}`
  return (
    said[event.kind]?.(event.detail, (amount) => formatMoney(Number(amount))) ??
    event.kind.replaceAll('_', ' ')
  )
}

const statusLabel = (status: string) =>
  status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Who changed what, and when; the newest first. */
export function Timeline({ events }: { events: Event[] }) {
  const formatMoney = useMoney()
  return (
    <ol className="relative grid gap-4 before:absolute before:inset-y-2 before:left-[5px] before:w-0.5 before:bg-line">
      {events.toReversed().map((event, i) => (
        <li key={`${event.at}-${event.kind}-${event.detail}`} className="relative grid gap-0.5 pl-6">
          <span
            aria-hidden="true"
            className={`absolute top-1.5 left-0 size-3 rounded-full border-2 border-white ${i === 0 ? 'bg-primary' : 'bg-mute/60'}`}
          />
          <span className="break-words font-semibold text-[0.925rem] leading-snug">
            {eventText(event, formatMoney)}
          </span>
          <span className="break-words text-mute text-sm">
            <time dateTime={event.at}>{zonedDateTime(event.at)}</time>
            {event.actor && ` · ${event.actor}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
