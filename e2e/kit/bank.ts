import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Account = 'stripe' | 'paypal'

type Payment = {
  id: string
  account: Account
  cents: number
  currency: string
  returnURL: string
  cancelURL: string
  state: 'open' | 'approved' | 'paid' | 'declined' | 'expired'
  refunded: number
}

type BankResponse = { status?: number; json?: unknown; html?: string; to?: string }

const STRIPE_SECRET = 'sk_test_e2e'
const WEBHOOK_SECRET = 'whsec_e2e'
const PAYPAL = {
  id: 'paypal-e2e',
  secret: 'paypal-e2e-secret',
  webhook: 'WH-E2E',
  signature: 'signed-by-paypal',
}

/**
 * Stripe and PayPal as far as a shop sees them: their calls, their pay pages and their signed messages. It keeps
 * what was asked and paid as they do: one payment per idempotency key, nothing refunded that was not paid.
 */
export class Bank {
  /** Where the messages go; without it they are lost on the way. */
  shop: { url: string } | undefined
  /** What the settings of a shop with accounts at this bank say. */
  readonly settings = {
    accept_credit_cards: 'enabled',
    accept_paypal: 'enabled',
    stripe_secret_key: STRIPE_SECRET,
    stripe_webhook_secret: WEBHOOK_SECRET,
    paypal_client_id: PAYPAL.id,
    paypal_secret: PAYPAL.secret,
    paypal_webhook_id: PAYPAL.webhook,
  }
  readonly #payments = new Map<string, Payment>()
  readonly #byKey = new Map<string, string>()
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<Bank> {
    const server = createServer((request, response) => void bank.#serve(request, response))
    const bank = new Bank(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return bank
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close() {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(resolve))
  }

  /** What the shop was paid minus refunds, in cents, for the payment of this pay page. */
  netPaid(payURL: string): number {
    const payment = this.#payments.get(payURL.split('/').at(-1) ?? '')
    return payment?.state === 'paid' ? payment.cents - payment.refunded : 0
  }

  /** Sends the message that a payment is complete, as it is or changed on the way, and gives the shop's response. */
  async tell(payURL: string, change: { cents?: number; signature?: string } = {}): Promise<number> {
    const payment = this.#payments.get(payURL.split('/').at(-1) ?? '')
    if (!payment || !this.shop) throw new Error(`no payment at ${payURL}, or nobody to tell`)
    const told = { ...payment, cents: change.cents ?? payment.cents }
    const message =
      payment.account === 'stripe'
        ? { type: 'checkout.session.completed', data: { object: session(told, this.url) } }
        : { event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: payment.id } }
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, ...message })
    const now = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${now}.${body}`).digest('hex')
    const response = await fetch(`${this.shop.url}/api/webhooks/${payment.account}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Stripe-Signature': `t=${now},v1=${change.signature ?? signature}`,
        'Paypal-Transmission-Sig': change.signature ?? PAYPAL.signature,
      },
      body,
    })
    return response.status
  }

  async #serve(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const part of request) text += part
    const { status = 200, json, html, to } = this.#respond(request, text)
    if (to) return response.writeHead(303, { Location: to }).end()
    const type = html ? 'text/html; charset=utf-8' : 'application/json'
    response.writeHead(status, { 'Content-Type': type }).end(html ?? JSON.stringify(json))
  }

  #respond(request: IncomingMessage, text: string): BankResponse {
    const [, ...path] = (request.url ?? '').split('?')[0]?.split('/') ?? []
    const call = `${request.method} /${path.join('/')}`
    const key = String(request.headers['idempotency-key'] ?? request.headers['paypal-request-id'] ?? '')
    const payment = path.map((part) => this.#payments.get(part)).find(Boolean)
    if (path[0] === 'pay' && payment) return this.#payPage(payment, new URLSearchParams(text).get('do'))
    if (path[0] === 'v1' && request.headers.authorization === `Bearer ${STRIPE_SECRET}`)
      return this.#stripe(call, payment, new URLSearchParams(text), key)
    if (call === 'POST /v1/oauth2/token') {
      const basic = `Basic ${Buffer.from(`${PAYPAL.id}:${PAYPAL.secret}`).toString('base64')}`
      if (request.headers.authorization === basic)
        return { json: { access_token: PAYPAL.secret, expires_in: 3600 } }
    }
    if (request.headers.authorization === `Bearer ${PAYPAL.secret}`)
      return this.#paypal(call, payment, text ? JSON.parse(text) : {}, key)
    return { status: 401, json: {} }
  }

  /** One payment per key, however often it is asked for. */
  #open(key: string, made: () => Omit<Payment, 'state' | 'refunded'>): Payment {
    const before = this.#payments.get(this.#byKey.get(key) ?? '')
    if (before) return before
    const payment: Payment = { ...made(), state: 'open', refunded: 0 }
    this.#payments.set(payment.id, payment)
    this.#byKey.set(key, payment.id)
    return payment
  }

  #refund(payment: Payment | undefined, cents: number, key: string): boolean {
    if (this.#byKey.has(key)) return true
    if (payment?.state !== 'paid' || !(cents > 0) || payment.refunded + cents > payment.cents) return false
    payment.refunded += cents
    this.#byKey.set(key, payment.id)
    return true
  }

  #stripe(call: string, payment: Payment | undefined, form: URLSearchParams, key: string): BankResponse {
    const refused = { status: 400, json: { error: { type: 'invalid_request_error' } } }
    if (call === 'POST /v1/checkout/sessions') {
      const opened = this.#open(key, () => ({
        id: `cs_test_${randomUUID()}`,
        account: 'stripe',
        cents: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        returnURL: form.get('success_url') ?? '',
        cancelURL: form.get('cancel_url') ?? '',
      }))
      return { json: session(opened, this.url) }
    }
    if (call === 'POST /v1/refunds') {
      const paid = this.#payments.get(form.get('payment_intent')?.slice('pi_'.length) ?? '')
      const done = this.#refund(paid, Number(form.get('amount')), key)
      return done ? { json: { id: `re_${key}`, status: 'succeeded' } } : refused
    }
    if (!payment) return { ...refused, status: 404 }
    if (call.endsWith('/expire')) {
      if (payment.state !== 'open') return refused
      payment.state = 'expired'
    }
    return { json: session(payment, this.url) }
  }

  #paypal(call: string, payment: Payment | undefined, body: PayPalBody, key: string): BankResponse {
    if (call === 'POST /v1/notifications/verify-webhook-signature') {
      const own = body.transmission_sig === PAYPAL.signature && body.webhook_id === PAYPAL.webhook
      return { json: { verification_status: own ? 'SUCCESS' : 'FAILURE' } }
    }
    if (call === 'POST /v2/checkout/orders') {
      const amount = body.purchase_units?.[0]?.amount
      const page = body.payment_source?.paypal.experience_context
      const opened = this.#open(key, () => ({
        id: randomUUID().toUpperCase(),
        account: 'paypal',
        cents: Math.round(Number(amount?.value) * 100),
        currency: amount?.currency_code ?? '',
        returnURL: page?.return_url ?? '',
        cancelURL: page?.cancel_url ?? '',
      }))
      return { status: 201, json: payPalOrder(opened, this.url) }
    }
    if (call.startsWith('POST /v2/payments/captures/')) {
      const done = this.#refund(payment, Math.round(Number(body.amount?.value) * 100), key)
      return done
        ? { status: 201, json: { id: `RF-${key}`, status: 'COMPLETED' } }
        : {
            status: 422,
            json: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }] },
          }
    }
    if (!payment) return { status: 404, json: { name: 'RESOURCE_NOT_FOUND' } }
    if (call.endsWith('/capture')) {
      if (payment.state === 'declined')
        return {
          status: 422,
          json: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
        }
      payment.state = 'paid'
    }
    return { json: payPalOrder(payment, this.url) }
  }

  /** The hosted page. A card that Stripe declines can be tried again on it; PayPal learns of it when the shop takes the money. */
  #payPage(payment: Payment, act: string | null): BankResponse {
    const stripe = payment.account === 'stripe'
    if (act === 'decline' && stripe) return { html: page(payment, 'Your card was declined.') }
    if (act === 'decline') {
      payment.state = 'declined'
      return { to: payment.returnURL }
    }
    if (act === 'pay' || act === 'leave') {
      if (payment.state === 'open') payment.state = stripe ? 'paid' : 'approved'
      const url = `${this.url}/pay/${payment.id}`
      if (this.shop) void this.tell(url).catch(() => undefined) // as a provider would: on its own time
      return act === 'pay' ? { to: payment.returnURL } : { html: '<h1>Paid</h1>' }
    }
    return { html: page(payment, payment.state === 'open' ? '' : 'This page is closed.') }
  }
}

type PayPalBody = {
  purchase_units?: { amount: { currency_code: string; value: string } }[]
  payment_source?: { paypal: { experience_context: { return_url: string; cancel_url: string } } }
  amount?: { value: string }
  transmission_sig?: string
  webhook_id?: string
}

const session = (payment: Payment, bank: string) => ({
  id: payment.id,
  object: 'checkout.session',
  url: `${bank}/pay/${payment.id}`,
  status: payment.state === 'paid' ? 'complete' : payment.state,
  payment_status: payment.state === 'paid' ? 'paid' : 'unpaid',
  amount_total: payment.cents,
  currency: payment.currency,
  payment_intent: payment.state === 'paid' ? `pi_${payment.id}` : null,
})

function payPalOrder(payment: Payment, bank: string) {
  const amount = { currency_code: payment.currency, value: (payment.cents / 100).toFixed(2) }
  const captures = payment.state === 'paid' ? [{ id: payment.id, status: 'COMPLETED', amount }] : []
  const states = {
    open: 'CREATED',
    expired: 'VOIDED',
    paid: 'COMPLETED',
    approved: 'APPROVED',
    declined: 'APPROVED',
  }
  return {
    id: payment.id,
    status: states[payment.state],
    links: [{ rel: 'payer-action', href: `${bank}/pay/${payment.id}` }],
    purchase_units: [{ amount, payments: { captures } }],
  }
}

const page = ({ account, cents, cancelURL }: Payment, message: string) => `<!doctype html><html lang="en">
<title>${account}</title><h1>${account}</h1><p role="status">${message}</p><form method="post">
<button name="do" value="pay">Pay $${(cents / 100).toFixed(2)}</button>
<button name="do" value="decline">Decline</button>
<button name="do" value="leave">Pay and close</button>
</form><a href="${cancelURL.replaceAll('&', '&amp;')}">Back to the shop</a></html>`
