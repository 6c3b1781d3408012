import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Mail, Printer } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Panel } from '~/admin/shared/Panel'
import { errorText } from '~/admin/shared/toast-error'
import { zonedDateTime } from '~/admin/shared/when'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Button } from '~/shared/ui/Button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '~/shared/ui/DropdownMenu'
import { EmptyState } from '~/shared/ui/EmptyState'
import { OrderMoney } from '~/shared/ui/Money'
import { NavButton } from '~/shared/ui/NavButton'
import { Skeleton } from '~/shared/ui/Skeleton'
import { useResendMail } from '../orders/actions'
import { CustomerPanel } from '../orders/CustomerPanel'
import { NotesPanel } from '../orders/NotesPanel'
import { OrderLines } from '../orders/OrderLines'
import { typeText } from '../orders/OrdersTable'
import { PaymentPanel } from '../orders/PaymentPanel'
import { type PrintKind, PrintSheet } from '../orders/PrintSheets'
import { type Order, orderQuery } from '../orders/queries'
import { StatusPanel } from '../orders/StatusPanel'
import { Timeline } from '../orders/Timeline'

export const route: PageRoute = { path: '/admin/orders/:number', ...adminPage }

export default function OrderPage() {
  const { number = '' } = useParams()
  const { data: order, error } = useQuery(orderQuery(number))
  if (order)
    return (
      <OrderMoney key={order.number} currency={order.currency}>
        <OrderView order={order} />
      </OrderMoney>
    )
  if (error) {
    return (
      <EmptyState title="Order not found" text={errorText(error)}>
        <NavButton to="/admin/orders">Back to Orders</NavButton>
      </EmptyState>
    )
  }
  return <Outline number={number} />
}

function OrderView({ order }: { order: Order }) {
  const [printing, setPrinting] = useState<PrintKind>()
  const printed = useCallback(() => setPrinting(undefined), [])
  return (
    <>
      <div className="print:hidden">
        <BackToOrders />
        <PageHeading
          title={order.number}
          hint={`${typeText(order.fulfillment_type)}, placed ${zonedDateTime(order.created_at)}`}
        >
          <Button variant="outline" size="sm" className="max-md:min-h-11" onClick={() => setPrinting('slip')}>
            <Printer className="size-4" aria-hidden="true" />
            Packing slip
          </Button>
          {order.fulfillment_type === 'pickup' && (
            <Button
              variant="outline"
              size="sm"
              className="max-md:min-h-11"
              onClick={() => setPrinting('label')}
            >
              <Printer className="size-4" aria-hidden="true" />
              Pickup label
            </Button>
          )}
          <ResendMenu order={order} />
        </PageHeading>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-4 max-lg:contents">
            <div className="max-lg:order-2">
              <OrderLines order={order} />
            </div>
            <div className="max-lg:order-5">
              <NotesPanel order={order} />
            </div>
            <div className="max-lg:order-6">
              <Panel title="Timeline">
                <Timeline events={order.events} />
              </Panel>
            </div>
          </div>
          <div className="grid gap-4 max-lg:contents">
            <div className="max-lg:order-1">
              <StatusPanel order={order} />
            </div>
            <div className="max-lg:order-3">
              <CustomerPanel order={order} />
            </div>
            <div className="max-lg:order-4">
              <PaymentPanel order={order} />
            </div>
          </div>
        </div>
      </div>
      {printing && <PrintSheet order={order} kind={printing} onDone={printed} />}
    </>
  )
}

function BackToOrders() {
  return (
    <NavButton to="/admin/orders" variant="ghost" size="sm" className="-ml-3 mb-1 max-md:min-h-11">
      <ArrowLeft className="size-4" aria-hidden="true" />
      Back to Orders
    </NavButton>
  )
}

function ResendMenu({ order }: { order: Order }) {
  const resend = useResendMail(order.number)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" className="max-md:min-h-11" busy={resend.isPending}>
          <Mail className="size-4" aria-hidden="true" />
          Resend mail
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => resend.mutate({ kind: 'confirmation' })}>
          Order confirmation
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => resend.mutate({ kind: 'status' })}>
          Status: {order.status_text}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function Outline({ number }: { number: string }) {
  return (
    <div aria-busy="true">
      <BackToOrders />
      <PageHeading title={number} hint="Loading..." />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 rounded-2xl" />
        <Skeleton className="h-96 rounded-2xl" />
      </div>
    </div>
  )
}
