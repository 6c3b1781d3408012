/** What a control needs to know of the rest of the form to say what is missing. */
export type SettingsContext = {
  value: (key: string) => string
  /** Whether the secret is stored, or has just been typed, and is not about to be cleared. */
  hasSecret: (key: string) => boolean
  mailLeaves: boolean
  demoPayments: boolean
}

type Choice = { value: string; label: string }

export type SettingField = {
  key: string
  /** The key in words: this is the control's name. */
  label: string
  kind: 'text' | 'email' | 'number' | 'textarea' | 'switch' | 'choice' | 'secret' | 'color' | 'logo'
  step?: string
  placeholder?: string
  hint?: string
  choices?: Choice[]
  /** The two values of a switch; enabled and disabled unless said otherwise. */
  on?: string
  off?: string
  /** What this setting needs and does not find; nothing when all is well. */
  needs?: (context: SettingsContext) => string | undefined
}

export type SettingsGroup = {
  title: string
  hint?: string
  fields: SettingField[]
  /** What all of them need and do not find. */
  needs?: (context: SettingsContext) => string | undefined
}

export type SettingsTab = { name: string; groups: SettingsGroup[] }

const choices = (...values: string[]): Choice[] =>
  values.map((value) => ({ value, label: (value[0]?.toUpperCase() ?? '') + value.slice(1) }))

const onlyWhenOn =
  (key: string, needs: (context: SettingsContext) => string | undefined) => (context: SettingsContext) =>
    context.value(key) === 'enabled' ? needs(context) : undefined

const mailSwitch = (key: string, label: string): SettingField => ({ key, label, kind: 'switch' })

/** Said once for all the mail that is switched on. */
const noMail =
  (keys: string[]) =>
  ({ value, mailLeaves }: SettingsContext) =>
    mailLeaves || keys.every((key) => value(key) === 'disabled')
      ? undefined
      : 'No mail server is set, so mail is only written to the data folder. Start the shop with --smtp-url to send it.'

export const settingStatuses = ['pending', 'processing', 'completed', 'on-hold', 'cancelled', 'refunded']
export const notifyStatuses = ['processing', 'completed', 'on-hold', 'cancelled']

/** What a switch does where that is not plain: nobody picks these for an order from a list. */
const statusHints: Record<string, string> = {
  pending: 'Whether new orders may start here.',
  cancelled: 'Whether staff and customers may cancel.',
  refunded:
    'Whether an order whose money all went back becomes Refunded. Off: it becomes Cancelled, or keeps its status when the customer has the goods.',
}

export const settingsTabs: SettingsTab[] = [
  {
    name: 'General',
    groups: [
      {
        title: 'Shop',
        fields: [
          { key: 'site_name', label: 'Site name', kind: 'text' },
          {
            key: 'currency',
            label: 'Currency',
            kind: 'text',
            hint: 'Three letters, like USD. Prices are not converted.',
          },
        ],
      },
    ],
  },
  {
    name: 'Branding',
    groups: [
      { title: 'Logo', fields: [{ key: 'site_logo', label: 'Site logo', kind: 'logo' }] },
      {
        title: 'Colours',
        hint: 'Text on them stays readable whatever you pick.',
        fields: [
          { key: 'primary_color', label: 'Primary color', kind: 'color', placeholder: '#8B5CF6' },
          { key: 'secondary_color', label: 'Secondary color', kind: 'color', placeholder: '#F97316' },
        ],
      },
    ],
  },
  {
    name: 'Shipping',
    groups: [
      {
        title: 'Fees',
        fields: [
          {
            key: 'default_shipping',
            label: 'Default shipping',
            kind: 'choice',
            choices: choices('standard', 'express', 'pickup'),
          },
          {
            key: 'shipping_fee',
            label: 'Shipping fee',
            kind: 'number',
            step: '0.01',
            placeholder: '5.99',
            hint: 'Dollars. 5.99 when empty.',
          },
          {
            key: 'express_shipping_fee',
            label: 'Express fee',
            kind: 'number',
            step: '0.01',
            placeholder: '14.99',
            hint: 'Dollars, for express delivery. 14.99 when empty.',
          },
          {
            key: 'free_shipping_threshold',
            label: 'Free shipping threshold',
            kind: 'number',
            step: '0.01',
            placeholder: '50.00',
            hint: 'Orders of this worth and more are delivered free.',
            needs: ({ value }) =>
              value('free_shipping_threshold') || Number(value('shipping_fee') || '5.99') === 0
                ? undefined
                : 'The shop’s pages speak of free shipping over $50. It is not granted while this is empty.',
          },
        ],
      },
      {
        title: 'Delivery',
        fields: [
          {
            key: 'standard_delivery_time',
            label: 'Standard delivery time',
            kind: 'number',
            step: '1',
            placeholder: '3-5',
            hint: 'Days. 3-5 days when empty.',
          },
          {
            key: 'express_delivery_time',
            label: 'Express delivery time',
            kind: 'number',
            step: '1',
            placeholder: '1-2',
            hint: 'Days. 1-2 days when empty.',
          },
          {
            key: 'delivery_note',
            label: 'Delivery note',
            kind: 'textarea',
            hint: 'Shown to shoppers at checkout.',
          },
        ],
      },
    ],
  },
  {
    name: 'Customers',
    groups: [
      {
        title: 'Accounts',
        fields: [
          {
            key: 'guest_checkout',
            label: 'Guest checkout',
            kind: 'switch',
            hint: 'Shoppers may order without an account.',
            needs: ({ value }) =>
              value('guest_checkout') === 'enabled' && value('customer_account_creation') === 'required'
                ? 'An account is required below, so guests cannot check out.'
                : undefined,
          },
          {
            key: 'customer_account_creation',
            label: 'Customer account creation',
            kind: 'choice',
            choices: choices('automatic', 'manual', 'opt-in', 'required'),
            hint: 'Automatic asks every guest for a password on the order’s page and in its mail, to keep it in an account. Opt-in asks only guests who press Create an account there. Manual leaves it to Register. Required: no order without an account.',
          },
        ],
      },
      {
        title: 'Mail',
        needs: noMail(['order_confirmation_email', 'shipping_notification_email']),
        fields: [
          {
            key: 'store_email',
            label: 'Store email',
            kind: 'email',
            hint: 'Customers’ answers and the contact form go here.',
            needs: ({ value }) =>
              value('store_email')
                ? undefined
                : 'Messages of the contact form reach nobody while this is empty.',
          },
          mailSwitch('order_confirmation_email', 'Order confirmation email'),
          mailSwitch('shipping_notification_email', 'Shipping notification email'),
        ],
      },
    ],
  },
  {
    name: 'Payments',
    groups: [
      {
        title: 'Ways to pay',
        fields: [
          {
            key: 'accept_credit_cards',
            label: 'Accept credit cards',
            kind: 'switch',
            needs: onlyWhenOn('accept_credit_cards', ({ hasSecret, demoPayments }) => {
              if (hasSecret('stripe_secret_key')) return undefined
              return demoPayments
                ? 'Without the Stripe secret key (Integrations) this demo shop takes play money.'
                : 'Cards are not offered at checkout before the Stripe secret key is set under Integrations.'
            }),
          },
          {
            key: 'accept_paypal',
            label: 'Accept PayPal',
            kind: 'switch',
            needs: onlyWhenOn('accept_paypal', ({ value, hasSecret, demoPayments }) => {
              if (value('paypal_client_id') && hasSecret('paypal_secret')) return undefined
              return demoPayments
                ? 'Without the PayPal keys (Integrations) this demo shop takes play money.'
                : 'PayPal is not offered at checkout before its keys are set under Integrations.'
            }),
          },
          {
            key: 'accept_manual',
            label: 'Accept manual payment',
            kind: 'switch',
            hint: 'Cash at pickup or on an invoice.',
          },
        ],
      },
      {
        title: 'Prices and tax',
        fields: [
          {
            key: 'currency_format',
            label: 'Currency format',
            kind: 'choice',
            choices: choices('symbol', 'code', 'both'),
          },
          {
            key: 'tax_calculation',
            label: 'Tax calculation',
            kind: 'choice',
            choices: [
              { value: 'automatic', label: 'Automatic' },
              { value: 'manual', label: 'Manual' },
              { value: 'fixed', label: 'Fixed rate' },
              { value: 'none', label: 'None' },
            ],
            hint: 'Automatic goes by the table of states below, and by the tax rate for a state that is not in it. Manual taxes the states in the table and no other. Fixed rate takes the tax rate in every state.',
          },
          {
            key: 'tax_rate',
            label: 'Tax rate',
            kind: 'number',
            step: '0.0001',
            placeholder: '7.5',
            hint: 'Percent.',
            needs: ({ value }) =>
              value('tax_calculation') === 'fixed' && !value('tax_rate')
                ? 'Without a rate no tax is taken.'
                : undefined,
          },
          {
            key: 'prices_include_tax',
            label: 'Prices include tax',
            kind: 'switch',
            on: 'yes',
            off: 'no',
          },
        ],
      },
    ],
  },
  {
    name: 'Orders',
    groups: [
      {
        title: 'New orders',
        fields: [
          {
            key: 'default_order_status',
            label: 'Default order status',
            kind: 'choice',
            choices: choices('pending', 'processing', 'on-hold'),
          },
          {
            key: 'order_notes_enabled',
            label: 'Order notes enabled',
            kind: 'switch',
            hint: 'Shoppers may leave a note at checkout.',
          },
          {
            key: 'analytics_enabled',
            label: 'Analytics enabled',
            kind: 'switch',
            hint: 'Counts visits and orders per day, nothing about persons.',
          },
        ],
      },
      {
        title: 'Enabled statuses',
        fields: settingStatuses.map((status) => ({
          key: `status_${status}`,
          label: `Status: ${status}`,
          kind: 'switch',
          hint: statusHints[status],
          needs: ({ value }) =>
            value(`status_${status}`) === 'disabled' && value('default_order_status') === status
              ? 'New orders start here: enable it or choose another default.'
              : undefined,
        })),
      },
      {
        title: 'Mail to the customer when an order becomes',
        needs: noMail(notifyStatuses.map((status) => `notify_${status}`)),
        fields: notifyStatuses.map((status) => mailSwitch(`notify_${status}`, `Notify: ${status}`)),
      },
    ],
  },
  {
    name: 'Integrations',
    groups: [
      {
        title: 'Email marketing',
        fields: [
          { key: 'mailchimp_api_key', label: 'Mailchimp API key', kind: 'secret' },
          {
            key: 'mailchimp_list_id',
            label: 'Mailchimp list id',
            kind: 'text',
            needs: ({ value, hasSecret }) =>
              Boolean(value('mailchimp_list_id')) !== hasSecret('mailchimp_api_key')
                ? 'Subscribers are passed on once both the key and the list id are set.'
                : undefined,
          },
        ],
      },
      {
        title: 'Stripe',
        fields: [
          {
            key: 'stripe_public_key',
            label: 'Stripe public key',
            kind: 'text',
            placeholder: 'pk_live_…',
            hint: 'With a test key (pk_test_…) the checkout says that no money moves. It must be of the same kind as the secret key.',
          },
          { key: 'stripe_secret_key', label: 'Stripe secret key', kind: 'secret' },
          {
            key: 'stripe_webhook_secret',
            label: 'Stripe webhook secret',
            kind: 'secret',
            hint: 'Webhook address: /api/webhooks/stripe on this site.',
            needs: ({ hasSecret }) =>
              hasSecret('stripe_secret_key') && !hasSecret('stripe_webhook_secret')
                ? 'Without it payments are only seen when the shop asks for them, a little later.'
                : undefined,
          },
        ],
      },
      {
        title: 'PayPal',
        fields: [
          { key: 'paypal_client_id', label: 'PayPal client id', kind: 'text' },
          { key: 'paypal_secret', label: 'PayPal secret', kind: 'secret' },
          {
            key: 'paypal_webhook_id',
            label: 'PayPal webhook id',
            kind: 'text',
            hint: 'Webhook address: /api/webhooks/paypal on this site.',
          },
        ],
      },
      {
        title: 'Social media',
        fields: [
          { key: 'instagram_username', label: 'Instagram username', kind: 'text' },
          {
            key: 'facebook_page',
            label: 'Facebook page',
            kind: 'text',
            placeholder: 'https://facebook.com/…',
          },
        ],
      },
    ],
  },
]

/** The tab that holds a setting; tax rates stand with the payments. */
export function tabOf(key: string): string {
  if (key.startsWith('tax_rates')) return 'Payments'
  return (
    settingsTabs.find((tab) => tab.groups.some((group) => group.fields.some((field) => field.key === key)))
      ?.name ?? 'General'
  )
}
