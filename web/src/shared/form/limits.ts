import type { FieldErrors } from './failure'

/** What the API's description says about one field, as constraints.gen.ts has it. */
export type Constraint = {
  readonly required?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  /** Of a number: how many decimals it has at most. */
  readonly decimals?: number
  /** Of a list. */
  readonly maxItems?: number
  /** What the server takes when the field is left out. */
  readonly default?: string | number | boolean
}

/** The constraints of one request body, by field. */
export type Limits = { readonly [field: string]: Constraint }

export type FieldOf<L extends Limits> = Extract<keyof L, string>

type Rule = 'required' | 'minLength' | 'maxLength' | 'pattern' | 'decimals' | 'minimum' | 'maximum'

/** The first rule that the text breaks. Lengths count characters, as the server does. */
export function brokenRule(limit: Constraint, text: string): Rule | undefined {
  if (text === '') return limit.required ? 'required' : undefined
  const {
    minLength = 0,
    maxLength = Infinity,
    pattern,
    decimals,
    minimum = -Infinity,
    maximum = Infinity,
  } = limit
  const length = [...text].length
  if (length < minLength) return 'minLength'
  if (length > maxLength) return 'maxLength'
  if (pattern && !new RegExp(pattern, 'u').test(text)) return 'pattern'
  if (decimals !== undefined && !isDecimal(text, decimals, minimum)) return 'decimals'
  if (Number(text) < minimum) return 'minimum'
  return Number(text) > maximum ? 'maximum' : undefined
}

/** Whether the text is a number in digits with so many decimals at most, and a minus only where it may be below zero. */
const isDecimal = (text: string, decimals: number, minimum: number) =>
  new RegExp(`^${minimum < 0 ? '-?' : ''}\\d+${decimals ? `(\\.\\d{1,${decimals}})?` : ''}$`).test(text)

/** Whether the text is a whole number above zero within the limit. */
export const isCount = (limit: Constraint, text: string) =>
  /^[1-9]\d*$/.test(text.trim()) && !brokenRule(limit, text.trim())

/** The bounds of a number in words. */
export const fromTo = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
  `${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`

/** What to say when a rule is broken: one text for every rule, or one each. A rule without words is the server's to check. */
type Words = string | Partial<Record<Rule, string>>

/** Checks typed values against the limits of the API: a message for each field that breaks one. */
export function checkFields<L extends Limits>(
  limits: L,
  values: { readonly [Field in keyof L]?: string },
  words: { readonly [Field in keyof L]?: Words },
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of Object.keys(words) as FieldOf<L>[]) {
    const rule = brokenRule(limits[field] as Constraint, (values[field] ?? '').trim())
    const text = words[field] as Words
    const message = rule && (typeof text === 'string' ? text : text[rule])
    if (message) errors[field] = message
  }
  return errors
}

/** Whether every required field has something in it. */
export function isComplete<L extends Limits>(limits: L, values: { readonly [Field in keyof L]?: string }) {
  return Object.keys(limits).every((field) => !limits[field]?.required || values[field])
}

/** The attributes of a text field that keep a person within the limits while they type. */
export const textAttributes = ({ required, maxLength }: Constraint = {}) => ({ required, maxLength })

/** The attributes of a field of type number. */
export const numberAttributes = ({ minimum, maximum, decimals }: Constraint) => ({
  min: minimum,
  max: maximum,
  step: decimals === undefined ? 'any' : 10 ** -decimals,
  inputMode: decimals === 0 ? ('numeric' as const) : ('decimal' as const),
})
