import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import type { Line, Order } from './form'
import { quoteInput } from './form'

export type BuyersOrder = components['schemas']['OrderWithPayment']

/** Payment methods, delivery options and who may buy. Under the settings' key, so that a change refetches it. */
export const checkoutQuery = queryOptions({
  queryKey: [...keys.settings, 'checkout'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/checkout', { signal })),
})

export const quoteQuery = (
  form: CheckoutForm,
  lines: readonly Line[],
  promoCode: string,
  reservations: string[],
  pass = '',
) => {
  const input = quoteInput(form, lines, promoCode, reservations, pass)
  return queryOptions({
    queryKey: [...keys.cart, 'quote', input],
    queryFn: ({ signal }) => unwrap(api.POST('/api/quote', { body: input, signal })),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    // Stock and prices change; the server checks again when the order is placed.
    staleTime: 5_000,
    refetchInterval: 30_000,
  })
}

export const placeOrder = (order: Order, key: string) =>
  unwrap(api.POST('/api/orders', { params: { header: { 'Idempotency-Key': key } }, body: order }))

const orderParams = (number: string, key: string) => ({ path: { number }, query: { key } })

export const orderQuery = (number: string, key: string) =>
  queryOptions({
    queryKey: [...keys.orders, 'buyer', number, key],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/orders/{number}', { params: orderParams(number, key), signal })),
    // The key in the link gives access, whoever is signed in.
    meta: { byLink: key !== '' },
  })

export const checkPayment = (number: string, key: string) =>
  unwrap(api.POST('/api/orders/{number}/check', { params: orderParams(number, key) }))

/** Keeps an order that is paid at the shop; the key comes with the link in its email. */
export const confirmOrder = (number: string, key: string) =>
  unwrap(api.POST('/api/orders/{number}/confirm', { params: { path: { number } }, body: { key } }))

export const payOrder = (number: string, key: string) =>
  unwrap(api.POST('/api/orders/{number}/pay', { params: orderParams(number, key) }))

export const releaseOrder = (number: string, key: string) =>
  unwrap(api.POST('/api/orders/{number}/cancel', { params: orderParams(number, key) }))

export const keepOrder = (number: string, key: string, password: string) =>
  unwrap(api.POST('/api/orders/{number}/account', { params: orderParams(number, key), body: { password } }))

export const mailOrderLink = (number: string, email: string) =>
  unwrap(api.POST('/api/order-links', { body: { number, email } }))
