import { momentOf, movedBy, zonedInput } from '~/admin/shared/zone'
import { DropInput, DropProductInput } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { brokenRule, checkFields, fromTo, type Limits } from '~/shared/form/limits'
import { EARLY_MINUTES } from '~/shared/lib/rules.gen'
import type { DropMode, EarlyAccess, DropInput as Input, StaffDrop } from './queries'

/** A product in the drop form: numbers as they are typed. */
export type DropLine = { product_id: number; price: string; units: string; hidden: boolean }

/** The values of the drop form: numbers as they are typed, times in the drop time zone, durations in minutes. */
export type DropForm = {
  name: string
  slug: string
  description: string
  teased_at: string
  early_at: string
  opens_at: string
  ends_at: string
  mode: DropMode
  early_access: EarlyAccess
  early_share: string
  limit_units: string
  building_units: string
  reservation_minutes: string
  hold_minutes: string
  pass_minutes: string
  shuffle_seconds: string
  rate_per_minute: string
  pay_at_pickup: boolean
  sell_rest: boolean
  next_draw_id: string
  products: DropLine[]
}

const minutes = (seconds: number) => String(Math.round((seconds / 60) * 100) / 100)

export const emptyForm: DropForm = {
  name: '',
  slug: '',
  description: '',
  teased_at: '',
  early_at: '',
  opens_at: '',
  ends_at: '',
  mode: DropInput.mode.default,
  early_access: 'circle',
  early_share: String(DropInput.early_share.default),
  limit_units: String(DropInput.limit_units.default),
  building_units: '',
  reservation_minutes: minutes(DropInput.reservation_seconds.default),
  hold_minutes: minutes(DropInput.hold_seconds.default),
  pass_minutes: minutes(DropInput.pass_seconds.default),
  shuffle_seconds: String(DropInput.shuffle_seconds.default),
  rate_per_minute: '',
  pay_at_pickup: false,
  sell_rest: false,
  next_draw_id: '',
  products: [],
}

/** The labels of the fields, as the form and the dialog about a conflict say them. */
export const fieldLabels: Record<keyof DropForm, string> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  teased_at: 'Teased from',
  early_at: 'Early access from',
  opens_at: 'Opens',
  ends_at: 'Ends',
  mode: 'How it is sold',
  early_access: 'Who gets early access',
  early_share: 'Early share (%)',
  limit_units: 'Units per household',
  building_units: 'Units per building',
  reservation_minutes: 'Minutes to check out',
  hold_minutes: 'Minutes to pay',
  pass_minutes: 'Minutes to go in',
  shuffle_seconds: 'Shuffle for (seconds)',
  rate_per_minute: 'People per minute',
  pay_at_pickup: 'Allow pay at pickup',
  sell_rest: 'Sell the rest as usual after the end',
  next_draw_id: 'Next draw',
  products: 'Products',
}

export const modeLabels: Record<DropMode, string> = { queue: 'Line', open: 'Open', draw: 'Draw' }

/** `list` is what the shop calls its mailing list. */
export const accessLabels = (list: string): Record<EarlyAccess, string> => ({
  none: 'Nobody',
  circle: list,
  codes: 'Access codes',
  both: 'Both',
})

/** Fields of the API that the form shows in minutes. */
export const fieldNames = {
  reservation_seconds: 'reservation_minutes',
  hold_seconds: 'hold_minutes',
  pass_seconds: 'pass_minutes',
}

const text = (value: number | null) => (value === null ? '' : String(value))

export function formOf(drop: StaffDrop, zone: string): DropForm {
  return {
    name: drop.name,
    slug: drop.slug,
    description: drop.description,
    teased_at: zonedInput(drop.teased_at, zone),
    early_at: zonedInput(drop.early_at, zone),
    opens_at: zonedInput(drop.opens_at, zone),
    ends_at: zonedInput(drop.ends_at, zone),
    mode: drop.mode,
    early_access: drop.early_access,
    early_share: String(drop.early_share),
    limit_units: String(drop.limit_units),
    building_units: text(drop.building_units),
    reservation_minutes: minutes(drop.reservation_seconds),
    hold_minutes: minutes(drop.hold_seconds),
    pass_minutes: minutes(drop.pass_seconds),
    shuffle_seconds: String(drop.shuffle_seconds),
    rate_per_minute: text(drop.rate_per_minute),
    pay_at_pickup: drop.pay_at_pickup,
    sell_rest: drop.sell_rest,
    next_draw_id: text(drop.next_draw_id),
    products: drop.products.map(({ product_id, price, units, hidden }) => ({
      product_id,
      price: price === null ? '' : price.toFixed(2),
      units: String(units),
      hidden,
    })),
  }
}

const number = (value: string) => (value.trim() === '' ? undefined : Number(value))
const seconds = (value: string) => Math.round(Number(value) * 60)

/** Whether the drop has early access; a draw never has. */
export const hasEarly = ({ mode, early_access }: Pick<DropForm, 'mode' | 'early_access'>) =>
  mode !== 'draw' && early_access !== 'none'

export function inputOf(form: DropForm, image_url: string | undefined, zone: string): Input {
  const moment = (value: string) => momentOf(value, zone)
  const early = hasEarly(form)
  return {
    name: form.name.trim(),
    slug: form.slug.trim(),
    description: form.description.trim(),
    image_url,
    mode: form.mode,
    teased_at: moment(form.teased_at),
    early_at: early ? moment(form.early_at) : undefined,
    opens_at: moment(form.opens_at) ?? '',
    ends_at: moment(form.ends_at),
    early_access: early ? form.early_access : 'none',
    early_share: Number(form.early_share),
    limit_units: Number(form.limit_units),
    building_units: number(form.building_units),
    reservation_seconds: seconds(form.reservation_minutes),
    hold_seconds: seconds(form.hold_minutes),
    pass_seconds: seconds(form.pass_minutes),
    shuffle_seconds: Number(form.shuffle_seconds),
    rate_per_minute: number(form.rate_per_minute),
    pay_at_pickup: form.pay_at_pickup,
    sell_rest: form.sell_rest,
    next_draw_id: form.mode === 'draw' ? number(form.next_draw_id) : undefined,
    products: form.products.map(({ product_id, price, units, hidden }) => ({
      product_id,
      price: number(price),
      units: Number(units),
      hidden,
    })),
  }
}

/** The times that follow from the opening for as long as nobody typed others: a week of teasing, an hour of early access. */
export function timesFor(
  opens_at: string,
  zone: string,
  now: Date,
): Pick<DropForm, 'teased_at' | 'early_at'> {
  const TEASE = 7 * 24 * 60
  const early_at = movedBy(opens_at, -EARLY_MINUTES, zone)
  const teased_at = movedBy(opens_at, -TEASE, zone)
  const today = zonedInput(now.toISOString(), zone).slice(0, 16)
  return { early_at, teased_at: teased_at && teased_at < today && today < early_at ? today : teased_at }
}

/** Whether the form breaks what the default of subscription_text promises on the home page: subscribers get early access one hour before every drop. */
export function breaksPromise(form: DropForm, zone: string): boolean {
  if (form.mode === 'draw') return false
  if (form.early_access === 'none' || form.early_access === 'codes') return true
  return (
    Boolean(form.opens_at && form.early_at) && form.early_at !== movedBy(form.opens_at, -EARLY_MINUTES, zone)
  )
}

const inMinutes = ({ minimum, maximum }: { minimum: number; maximum: number }) => ({
  minimum: minimum / 60,
  maximum: maximum / 60,
})
const reservation = inMinutes(DropInput.reservation_seconds)
const hold = inMinutes(DropInput.hold_seconds)
const pass = inMinutes(DropInput.pass_seconds)

/** The limits of the fields that have one. What the API fills in when it is left out has to be typed here. */
export const limits = {
  name: DropInput.name,
  slug: { ...DropInput.slug, required: true },
  description: DropInput.description,
  early_share: { ...DropInput.early_share, required: true },
  limit_units: { ...DropInput.limit_units, required: true },
  building_units: DropInput.building_units,
  // How short a time may be is the server's to say: a demo shop allows seconds.
  reservation_minutes: { ...reservation, minimum: 0, required: true },
  hold_minutes: { ...hold, minimum: 0, required: true },
  pass_minutes: { ...pass, minimum: 0, required: true },
  shuffle_seconds: { ...DropInput.shuffle_seconds, required: true },
  rate_per_minute: DropInput.rate_per_minute,
} as const satisfies Limits

/** One text for a whole number that is missing or out of its bounds. */
const whole = (bounds: string) => ({
  required: bounds,
  decimals: 'Enter a whole number.',
  minimum: bounds,
  maximum: bounds,
})
const messages = {
  name: { required: 'Enter a name.' },
  slug: { required: 'Enter a slug.', pattern: 'Use lowercase letters, numbers and hyphens.' },
  early_share: whole(`The share goes from ${fromTo(DropInput.early_share)} percent.`),
  limit_units: whole(`The limit goes from ${fromTo(DropInput.limit_units)}.`),
  building_units: whole('The limit starts at 1.'),
  reservation_minutes: `Enter ${fromTo(reservation)} minutes.`,
  hold_minutes: `Enter ${fromTo(hold)} minutes.`,
  pass_minutes: `Enter ${fromTo(pass)} minutes.`,
  shuffle_seconds: whole(`Enter ${fromTo(DropInput.shuffle_seconds)} seconds.`),
  rate_per_minute: whole(`Enter ${fromTo(DropInput.rate_per_minute)}, or leave it empty.`),
}

const lineWords = {
  price: {
    decimals: 'Enter an amount with at most two decimals.',
    maximum: 'The price is too high or below zero.',
  },
  units: {
    required: 'Enter a whole number of units.',
    decimals: 'Enter a whole number of units.',
    maximum: `The units go from ${fromTo(DropProductInput.units)}.`,
  },
}

/** The name of a product's field in messages, as the server has it. */
export const lineField = (id: number, field: keyof DropLine) => `products.${id}.${field}`

const POSITIVE = /^\d+(\.\d+)?$/
const MOST_PRODUCTS = DropInput.products.maxItems

/** The checks that the browser can do. Minimum durations are checked by the server: a demo shop allows seconds. */
export function checkForm(form: DropForm): FieldErrors {
  const errors: FieldErrors = { ...checkFields(limits, form, messages), ...checkTimes(form) }
  for (const field of ['reservation_minutes', 'hold_minutes', 'pass_minutes'] as const)
    if (!errors[field] && !(POSITIVE.test(form[field].trim()) && Number(form[field]) > 0))
      errors[field] = messages[field]
  for (const { product_id, price, units } of form.products) {
    const wrong = checkFields(DropProductInput, { price, units }, lineWords)
    for (const field of ['price', 'units'] as const)
      if (wrong[field]) errors[lineField(product_id, field)] = wrong[field]
  }
  if (form.products.length > MOST_PRODUCTS) errors.products = `A drop has at most ${MOST_PRODUCTS} products.`
  if (form.mode === 'draw' && form.products.length > 1) errors.products = 'A draw has exactly one product.'
  return errors
}

function checkTimes({ teased_at, early_at, opens_at, ends_at, ...form }: DropForm): FieldErrors {
  const errors: FieldErrors = {}
  if (!opens_at) errors.opens_at = 'Enter when it opens.'
  if (!teased_at) errors.teased_at = 'Enter when it is teased.'
  else if (opens_at && teased_at > opens_at) errors.teased_at = 'It is teased before it opens.'
  if (hasEarly(form)) {
    if (!early_at) errors.early_at = 'Enter when early access begins.'
    else if ((opens_at && early_at > opens_at) || (teased_at && early_at < teased_at))
      errors.early_at = 'Early access lies between the tease and the opening.'
  }
  if (ends_at && opens_at && ends_at <= opens_at) errors.ends_at = 'The end comes after the opening.'
  if (!ends_at && form.mode === 'draw') errors.ends_at = 'A draw needs an end.'
  return errors
}

/**
 * How many units of a product stay outside the drop. `saved` is the line as it was stored in a scheduled drop, where sales
 * may have moved the stock meanwhile.
 */
export function keptBack(
  units: string,
  stock: number | null | undefined,
  saved?: { units: number; safety_stock: number },
): number | undefined {
  const wanted = Number(units)
  if (
    brokenRule(DropProductInput.units, units.trim()) === 'decimals' ||
    stock === null ||
    stock === undefined
  )
    return undefined
  if (saved) return Math.max(0, Math.min(stock, saved.safety_stock + saved.units - wanted))
  return Math.max(0, stock - wanted)
}
