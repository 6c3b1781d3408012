import type { FieldErrors } from '~/shared/form/failure'
import { type Constraint, checkFields } from '~/shared/form/limits'
import { type Group, layout } from './layout'
import { groupNeeds, needs, type SettingsContext } from './needs'
import { settingFields } from './setting-fields.gen'

type SettingKey = keyof typeof settingFields

/** The settings that are pictures. */
export type ImageKey = {
  [Key in SettingKey]: (typeof settingFields)[Key]['kind'] extends 'image' ? Key : never
}[SettingKey]

type Choice = { value: string; label: string }

/** What the API's description says of a setting. */
type Described = Constraint & {
  readonly kind: (typeof settingFields)[SettingKey]['kind']
  readonly secret?: boolean
  readonly hint?: string
  readonly options?: readonly string[]
  readonly columns?: readonly string[]
  /** What to say about a text that does not match the pattern. */
  readonly message?: string
  /** What an empty field means. */
  readonly placeholder?: string
  /** The default of a text that may also be empty: then the page leaves the text out. */
  readonly standard?: string
}

const described: Record<SettingKey, Described> = settingFields

const words = Object.fromEntries(
  Object.entries(described).map(([key, { message }]) => [key, { pattern: message }]),
)

/** What can be said about the form of texts before the server is asked, in its words. An empty text is its default, or nothing. */
export const checkSettings = (values: Record<string, string>): FieldErrors =>
  checkFields(described, values, words)

export type SettingField = Omit<Described, 'options'> & {
  key: SettingKey
  label: string
  choices?: Choice[]
  /** The two values of a switch. */
  on?: string
  off?: string
  /** The warning that something which this setting needs is missing; nothing when all is well. */
  needs?: (context: SettingsContext) => string | undefined
}

export type ImageSetting = SettingField & { key: ImageKey }

export const isImage = (field: SettingField): field is ImageSetting => field.kind === 'image'

type SettingsGroup = {
  title: string
  hint?: string
  fields: SettingField[]
  /** The warning that something which all of them need is missing. */
  needs?: (context: SettingsContext) => string | undefined
}

type SettingsTab = { name: string; groups: SettingsGroup[] }

/** Labels that are not the key in words. */
const labels: Partial<Record<SettingKey, string>> = {
  express_shipping_fee: 'Express fee',
  accept_paypal: 'Accept PayPal',
  accept_manual: 'Pay at pickup or on delivery',
  manual_delivery: 'Pay on delivery',
  admin_second_factor: 'Require a second step of every admin',
  manual_hold_hours: 'Hours to hold unpaid pickup orders',
  manual_confirm: 'Confirm pickup orders by email',
  store_zip: 'Store ZIP code',
  store_hours: 'Opening hours',
  faq_intro: 'FAQ intro',
  faq_questions: 'FAQ questions',
  faq_closing: 'FAQ closing',
  faq_sign: 'FAQ sign',
  search_example_short: 'Search example, short',
  faq_description: 'FAQ description',
  mailchimp_api_key: 'Mailchimp API key',
  backup_keep_days: 'Days to keep backups',
  backup_encryption: 'Encrypt backups',
  paypal_client_id: 'PayPal client id',
  paypal_secret: 'PayPal secret',
  paypal_webhook_id: 'PayPal webhook id',
}

const optionLabels: { [key in SettingKey]?: Record<string, string> } = {
  tax_calculation: { fixed: 'Fixed rate' },
}

/** Examples for settings whose default says nothing about their form. */
const placeholders: Partial<Record<SettingKey, string>> = {
  free_shipping_threshold: '50.00',
  tax_rate: '7.5',
  stripe_public_key: 'pk_live_…',
  facebook_page: 'https://facebook.com/…',
  backup_target: 'folder, or s3://…',
}

const capitalize = (text: string) => (text[0]?.toUpperCase() ?? '') + text.slice(1)

/** The key in words: store_city is Store city, status_on-hold is Status: on-hold. */
const labelFor = (key: string) =>
  capitalize(/^(status|notify)_/.test(key) ? key.replace('_', ': ') : key.replaceAll('_', ' '))

function fieldOf(key: SettingKey): SettingField {
  const { options, ...rest } = described[key]
  const field = {
    ...rest,
    key,
    label: labels[key] ?? labelFor(key),
    placeholder: placeholders[key] ?? rest.placeholder,
    needs: needs[key],
  }
  if (rest.kind === 'switch') return { ...field, on: options?.[0], off: options?.[1] }
  return {
    ...field,
    choices: options?.map((value) => ({ value, label: optionLabels[key]?.[value] ?? capitalize(value) })),
  }
}

export const settingsTabs: SettingsTab[] = layout.map(({ name, groups }) => ({
  name,
  groups: groups.map(({ title, hint, keys }: Group) => ({
    title,
    hint,
    fields: keys.map(fieldOf),
    needs: groupNeeds(keys),
  })),
}))

/** The tab that holds a setting; tax rates stand with the payments. */
export function tabOf(key: string): string {
  if (key.startsWith('tax_rates')) return 'Payments'
  return (
    settingsTabs.find((tab) => tab.groups.some((group) => group.fields.some((field) => field.key === key)))
      ?.name ?? 'General'
  )
}
