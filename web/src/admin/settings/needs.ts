import { DEFAULT_MONEY, formatMoney } from '~/shared/lib/money'
import { settingFields } from './setting-fields.gen'

type SettingKey = keyof typeof settingFields

/** What of the rest of the form decides whether a setting lacks something. */
export type SettingsContext = {
  value: (key: string) => string
  /** Whether the secret is stored, or has just been typed, and is not about to be cleared. */
  hasSecret: (key: string) => boolean
  mailLeaves: boolean
  demoPayments: boolean
}

type Needs = (context: SettingsContext) => string | undefined

const onlyWhenOn =
  (key: SettingKey, whenOn: Needs): Needs =>
  (context) =>
    context.value(key) === 'enabled' ? whenOn(context) : undefined

const notTheDefault =
  (status: string): Needs =>
  ({ value }) =>
    value(`status_${status}`) === 'disabled' && value('default_order_status') === status
      ? 'New orders start here: enable it or choose another default.'
      : undefined

/** Warnings beside settings that do nothing yet because something else is missing, such as the key of a payment provider. */
export const needs: Partial<Record<SettingKey, Needs>> = {
  free_shipping_threshold: ({ value }) => {
    const granted =
      value('free_shipping_threshold') ||
      Number(value('shipping_fee') || settingFields.shipping_fee.placeholder) === 0
    if (granted || !value('home_promises').includes('{free_shipping}')) return undefined
    const amount = Number(
      value('advertised_free_shipping') || settingFields.advertised_free_shipping.placeholder,
    )
    const style = { currency: value('currency') || DEFAULT_MONEY.currency, format: value('currency_format') }
    const from = formatMoney(amount, style).replace('.00', '')
    return `The shop’s pages speak of free shipping over ${from}. It is not granted while this is empty.`
  },
  guest_checkout: ({ value }) =>
    value('guest_checkout') === 'enabled' && value('customer_account_creation') === 'required'
      ? 'An account is required below, so guests cannot check out.'
      : undefined,
  accept_credit_cards: onlyWhenOn('accept_credit_cards', ({ hasSecret, demoPayments }) => {
    if (hasSecret('stripe_secret_key')) return undefined
    return demoPayments
      ? 'Without the Stripe secret key (Integrations) this demo shop takes play money.'
      : 'Cards are not offered at checkout before the Stripe secret key is set under Integrations.'
  }),
  accept_paypal: onlyWhenOn('accept_paypal', ({ value, hasSecret, demoPayments }) => {
    if (value('paypal_client_id') && hasSecret('paypal_secret')) return undefined
    return demoPayments
      ? 'Without the PayPal keys (Integrations) this demo shop takes play money.'
      : 'PayPal is not offered at checkout before its keys are set under Integrations.'
  }),
  tax_rate: ({ value }) =>
    value('tax_calculation') === 'fixed' && !value('tax_rate')
      ? 'Without a rate no tax is taken.'
      : undefined,
  mailchimp_list_id: ({ value, hasSecret }) =>
    Boolean(value('mailchimp_list_id')) !== hasSecret('mailchimp_api_key')
      ? 'Subscribers are passed on once both the key and the list id are set.'
      : undefined,
  stripe_webhook_secret: ({ hasSecret }) =>
    hasSecret('stripe_secret_key') && !hasSecret('stripe_webhook_secret')
      ? 'Without it payments are only seen when the shop asks for them, a little later.'
      : undefined,
  status_pending: notTheDefault('pending'),
  status_processing: notTheDefault('processing'),
  'status_on-hold': notTheDefault('on-hold'),
}

const isMailSwitch = (key: SettingKey) =>
  key.startsWith('notify_') || key === 'order_confirmation_email' || key === 'shipping_notification_email'

/** What a group of settings needs: mail that is switched on needs a mail server. Said once for all of them. */
export function groupNeeds(keys: readonly SettingKey[]): Needs | undefined {
  const switches = keys.filter(isMailSwitch)
  if (switches.length === 0) return undefined
  return ({ value, mailLeaves }) =>
    mailLeaves || switches.every((key) => value(key) === 'disabled')
      ? undefined
      : 'No mail server is set, so mail is only written to the data folder. Start the shop with --smtp-url to send it.'
}
