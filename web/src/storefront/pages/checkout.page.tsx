import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { AddressInput, OrderInput } from '~/shared/form/constraints.gen'
import { heldFields } from '~/shared/form/held-fields'
import type { PageRoute } from '~/shared/lib/page'
import { ButtonLink } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { TextareaField } from '~/shared/ui/Field'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import { passFor } from '~/storefront/buyer/pass-store'
import { formStore, lastOrderStore, waitingStore } from '~/storefront/buyer/stores'
import { useCart } from '~/storefront/cart/CartProvider'
import { heldTokens } from '~/storefront/cart/totals'
import { usePricedCart } from '~/storefront/cart/use-priced-cart'
import { AddressFields } from '~/storefront/checkout/AddressFields'
import { ArrivalFields } from '~/storefront/checkout/ArrivalFields'
import { ChangedDialog } from '~/storefront/checkout/ChangedDialog'
import { CheckoutSummary } from '~/storefront/checkout/CheckoutSummary'
import { ContactFields } from '~/storefront/checkout/ContactFields'
import { methodsFor, paymentFor } from '~/storefront/checkout/form'
import { PaymentFields } from '~/storefront/checkout/PaymentFields'
import { checkoutQuery, quoteQuery } from '~/storefront/checkout/queries'
import { useFreshQuote } from '~/storefront/checkout/use-fresh-quote'
import { useKnownDetails } from '~/storefront/checkout/use-known-details'
import { usePlaceOrder } from '~/storefront/checkout/use-place-order'
import { WaitingOrder } from '~/storefront/checkout/WaitingOrder'
import { countVisit } from '~/storefront/shared/visits'

const title = 'Checkout'

export const route: PageRoute = {
  path: '/checkout',
  render: 'client',
  crawl: false,
  meta: () => ({ title }),
}

/** A delivery needs the whole address, so its fields have the limits of an entry of the address book. */
const fieldLimits = { ...OrderInput, ...AddressInput }

export default function CheckoutPage() {
  useEffect(() => countVisit('checkout'), [])
  const { lines } = useCart()
  const { user, isRestoring } = useAuth()
  const offer = useQuery(checkoutQuery)
  return (
    <div className="wrap pt-11 pb-20 sm:pt-14">
      <h1 className="font-display text-[clamp(1.9rem,5.4vw,3.5rem)] leading-[1.05] tracking-[-0.02em]">
        {title}
      </h1>
      <WaitingOrder />
      {lines.length === 0 ? (
        <NothingToBuy />
      ) : offer.data && !offer.data.guest_checkout && !user && !isRestoring ? (
        <MembersOnly />
      ) : (
        <CheckoutForms />
      )}
    </div>
  )
}

function CheckoutForms() {
  const form = formStore.use()
  const { lines, promoCode } = useCart()
  const offer = useQuery(checkoutQuery)
  const priced = usePricedCart().lines
  const pass = passFor(priced.map(({ product }) => product))
  const quote = useQuery(quoteQuery(form, lines, promoCode, heldTokens(priced), pass))
  const order = usePlaceOrder()
  useKnownDetails(offer.data)
  useFreshQuote(priced)
  const methods = methodsFor(offer.data?.payment_methods ?? [], form)
  const payment = quote.data
    ? paymentFor(form.payment_method, methods, quote.data.total)
    : form.payment_method

  function change(part: Partial<CheckoutForm>) {
    formStore.write(part)
    order.clear(...Object.keys(part))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (quote.data && !quote.isPlaceholderData) order.submit({ quote: quote.data, payment })
  }
  const { errors } = order
  const field = heldFields({
    values: form,
    errors,
    limits: fieldLimits,
    set: (key, value) => change({ [key]: value }),
  })
  const part = { form, errors, field, change }

  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_25rem] xl:gap-14">
      <a
        href="#checkout-summary"
        className="flex min-h-12 items-center justify-between gap-4 rounded-2xl bg-white px-5 font-semibold ring-1 ring-line lg:hidden"
      >
        Order Summary
        {quote.data ? (
          <Money amount={quote.data.total} className="font-display text-lg tabular-nums" />
        ) : (
          <Skeleton className="h-6 w-20" />
        )}
      </a>
      <form ref={order.ref} id="checkout" onSubmit={submit} noValidate className="grid min-w-0 gap-8">
        <Part title="Contact">
          <ContactFields {...part} />
        </Part>
        <Part title="Delivery or pickup">
          {offer.data ? <ArrivalFields {...part} offer={offer.data} /> : <Waiting choices={3} />}
          {form.fulfillment_type === 'delivery' && (
            <div className="mt-6">
              <AddressFields {...part} />
            </div>
          )}
        </Part>
        <Part title="Payment">
          {offer.data ? (
            <PaymentFields {...part} methods={methods} payment={payment} total={quote.data?.total} />
          ) : (
            <Waiting choices={2} />
          )}
        </Part>
        {offer.data?.notes && (
          <Part title="Anything else?">
            <TextareaField id="checkout-notes" label="Order notes (optional)" rows={3} {...field('notes')} />
          </Part>
        )}
      </form>
      <CheckoutSummary
        form={form}
        payment={payment}
        quote={quote.data}
        error={quote.error}
        busy={order.busy || quote.isPlaceholderData}
        holdMinutes={offer.data?.hold_minutes ?? 15}
      />
      <ChangedDialog
        changed={order.changed}
        quote={quote.data}
        busy={order.busy}
        onClose={order.closeChanged}
        onAccept={() => {
          order.closeChanged()
          if (quote.data) order.submit({ quote: quote.data, payment })
        }}
      />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 font-display text-xl">{title}</h2>
      {children}
    </section>
  )
}

/** As tall as the choices that will stand there. */
function Waiting({ choices }: { choices: number }) {
  return (
    <div className="grid gap-3" aria-busy="true">
      {Array.from({ length: choices }, (_, index) => (
        <Skeleton key={index} className="h-[4.375rem]" />
      ))}
    </div>
  )
}

function NothingToBuy() {
  const last = lastOrderStore.use()
  const waiting = waitingStore.use()
  return (
    <div className="mt-8 grid gap-6">
      {last.number !== '' && last.number !== waiting.number && (
        <p className="rounded-2xl bg-white p-5 ring-1 ring-line">
          Looking for the order you just placed?{' '}
          <Link
            to={`/order/${last.number}?key=${last.key}`}
            className="font-semibold text-primary-deep underline underline-offset-3"
          >
            Go to {last.number}
          </Link>
        </p>
      )}
      <EmptyState
        title="Your cart is empty"
        text={
          waiting.number === ''
            ? 'Add items before checking out.'
            : 'What was in it waits in the order above.'
        }
      >
        <ButtonLink to="/products" variant={waiting.number === '' ? 'hot' : 'outline'} size="lg">
          Continue Shopping
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function MembersOnly() {
  return (
    <div className="mt-8 max-w-xl rounded-3xl bg-white p-7 ring-1 ring-line">
      <h2 className="font-display text-xl">Please log in to check out</h2>
      <p className="mt-2 text-mute">
        Your cart comes with you. An account takes a minute and keeps your orders together.
      </p>
      <ButtonLink to="/account?next=/checkout" variant="hot" className="mt-5">
        Log in or create an account
      </ButtonLink>
    </div>
  )
}
