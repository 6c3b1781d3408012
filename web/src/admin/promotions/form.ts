import { PromotionInput } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { brokenRule, checkFields, fromTo, isCount } from '~/shared/form/limits'
import type { PromotionInput as Input, Promotion } from './queries'

/** What the form holds: text, as typed. */
export type PromotionForm = {
  code: string
  kind: Promotion['kind']
  value: string
  minimum: string
  starts_at: string
  ends_at: string
  max_uses: string
  max_per_customer: string
  enabled: boolean
}

export const emptyForm: PromotionForm = {
  code: '',
  kind: 'percent',
  value: '',
  minimum: '',
  starts_at: '',
  ends_at: '',
  max_uses: '',
  max_per_customer: '',
  enabled: true,
}

/** The labels of the fields, as the form and the dialog about a conflict say them. */
export const fieldLabels: Record<keyof PromotionForm, string> = {
  code: 'Code',
  kind: 'Kind',
  value: 'Value',
  minimum: 'Minimum order',
  starts_at: 'Starts',
  ends_at: 'Ends',
  max_uses: 'Total uses',
  max_per_customer: 'Uses per customer',
  enabled: 'Enabled',
}

export const kindLabels: Record<PromotionForm['kind'], string> = {
  percent: 'Percent off',
  amount: 'Amount off',
  free_shipping: 'Free shipping',
}

export function formOf(p: Promotion): PromotionForm {
  return {
    code: p.code,
    kind: p.kind,
    value: p.kind === 'percent' ? String(p.percent) : p.kind === 'amount' ? p.amount.toFixed(2) : '',
    minimum: p.minimum ? p.minimum.toFixed(2) : '',
    starts_at: localInput(p.starts_at),
    ends_at: localInput(p.ends_at),
    max_uses: p.max_uses ? String(p.max_uses) : '',
    max_per_customer: p.max_per_customer ? String(p.max_per_customer) : '',
    enabled: p.enabled,
  }
}

/** A time as a datetime-local field shows it: in the time zone of the person who types. */
function localInput(iso: string | null | undefined): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Checks what needs no server, with the server's messages. The server checks again. */
export function checkForm(form: PromotionForm): FieldErrors {
  const { minLength, maxLength } = PromotionInput.code
  const errors = checkFields(PromotionInput, form, {
    code: `Use ${minLength} to ${maxLength} letters, numbers, hyphens and underscores.`,
    minimum: { decimals: 'Enter an amount, like 5.99.' },
  })
  const value = form.value.trim()
  if (form.kind === 'percent' && !isCount(PromotionInput.percent, value))
    errors.value = `A percentage goes from 1 to ${PromotionInput.percent.maximum}.`
  if (
    form.kind === 'amount' &&
    !(Number(value) > 0 && brokenRule(PromotionInput.amount, value) !== 'decimals')
  )
    errors.value = 'Enter an amount above zero.'
  if (form.starts_at && form.ends_at && form.starts_at >= form.ends_at)
    errors.ends_at = 'The end comes after the start.'
  for (const field of ['max_uses', 'max_per_customer'] as const)
    if (form[field].trim() && !isCount(PromotionInput[field], form[field]))
      errors[field] = isCount({}, form[field])
        ? `The limit goes from ${fromTo(PromotionInput[field])}.`
        : 'The limit starts at 1.'
  return errors
}

/** The form has one field for the value of either kind. */
export const fieldNames = { percent: 'value', amount: 'value' }

export function inputOf(form: PromotionForm): Input {
  const moment = (text: string) => (text ? new Date(text).toISOString() : undefined)
  const count = (text: string) => (text.trim() ? Number(text) : undefined)
  return {
    code: form.code.trim(),
    kind: form.kind,
    percent: form.kind === 'percent' ? Number(form.value) : undefined,
    amount: form.kind === 'amount' ? Number(form.value) : undefined,
    minimum: form.minimum.trim() ? Number(form.minimum) : undefined,
    starts_at: moment(form.starts_at),
    ends_at: moment(form.ends_at),
    max_uses: count(form.max_uses),
    max_per_customer: count(form.max_per_customer),
    enabled: form.enabled,
  }
}
