import type { Promotion, PromotionInput } from './queries'

/** What the form holds: text, as typed. */
export type PromotionForm = {
  code: string
  kind: Promotion['kind']
  value: string
  minimum: string
  starts: string
  ends: string
  maxUses: string
  maxPerCustomer: string
  enabled: boolean
}

export const emptyForm: PromotionForm = {
  code: '',
  kind: 'percent',
  value: '',
  minimum: '',
  starts: '',
  ends: '',
  maxUses: '',
  maxPerCustomer: '',
  enabled: true,
}

export function formOf(p: Promotion): PromotionForm {
  return {
    code: p.code,
    kind: p.kind,
    value: p.kind === 'percent' ? String(p.percent) : p.kind === 'amount' ? p.amount.toFixed(2) : '',
    minimum: p.minimum ? p.minimum.toFixed(2) : '',
    starts: localInput(p.starts_at),
    ends: localInput(p.ends_at),
    maxUses: p.max_uses ? String(p.max_uses) : '',
    maxPerCustomer: p.max_per_customer ? String(p.max_per_customer) : '',
    enabled: p.enabled,
  }
}

/** The moment as a datetime field shows it: on the clock of whoever types. */
function localInput(iso: string | null | undefined): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export type Problems = Partial<Record<keyof PromotionForm, string>>

const money = /^\d{1,7}(\.\d{1,2})?$/
const whole = /^[1-9]\d{0,8}$/

/** Says what is wrong before the server has to; the server checks again. */
export function checkForm(form: PromotionForm): Problems {
  const problems: Problems = {}
  if (!/^[A-Za-z0-9_-]{2,40}$/.test(form.code.trim()))
    problems.code = 'Use 2 to 40 letters, numbers, hyphens and underscores.'
  if (form.kind === 'percent' && !/^([1-9]\d?|100)$/.test(form.value.trim()))
    problems.value = 'A percentage goes from 1 to 100.'
  if (form.kind === 'amount' && !(money.test(form.value.trim()) && Number(form.value) > 0))
    problems.value = 'Enter an amount above zero.'
  if (form.minimum.trim() && !money.test(form.minimum.trim()))
    problems.minimum = 'Enter an amount in dollars.'
  if (form.starts && form.ends && form.starts >= form.ends) problems.ends = 'The end comes after the start.'
  if (form.maxUses.trim() && !whole.test(form.maxUses.trim())) problems.maxUses = 'The limit starts at 1.'
  if (form.maxPerCustomer.trim() && !whole.test(form.maxPerCustomer.trim()))
    problems.maxPerCustomer = 'The limit starts at 1.'
  return problems
}

const fieldNames: Record<string, keyof PromotionForm> = {
  code: 'code',
  value: 'value',
  percent: 'value',
  amount: 'value',
  minimum: 'minimum',
  starts_at: 'starts',
  ends_at: 'ends',
  max_uses: 'maxUses',
  max_per_customer: 'maxPerCustomer',
}

/** The server's field names, as the form's. */
export function problemsOf(fields: Record<string, string>): Problems {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => {
      const field = fieldNames[name]
      return field ? [[field, message]] : []
    }),
  )
}

export function inputOf(form: PromotionForm): PromotionInput {
  const moment = (text: string) => (text ? new Date(text).toISOString() : undefined)
  const count = (text: string) => (text.trim() ? Number(text) : undefined)
  return {
    code: form.code.trim(),
    kind: form.kind,
    percent: form.kind === 'percent' ? Number(form.value) : undefined,
    amount: form.kind === 'amount' ? Number(form.value) : undefined,
    minimum: form.minimum.trim() ? Number(form.minimum) : undefined,
    starts_at: moment(form.starts),
    ends_at: moment(form.ends),
    max_uses: count(form.maxUses),
    max_per_customer: count(form.maxPerCustomer),
    enabled: form.enabled,
  }
}
