import { toast } from '~/shared/ui/toast-store'
import { FormError } from './failure'
import { isComplete, type Limits } from './limits'
import type { Values } from './use-form'

const INCOMPLETE = 'Please fill in all fields'
const MISMATCH = 'Passwords do not match'

/** Refuses a form before it is sent; the field, if one is named, says why too. */
export function refuse(message: string, field?: string): never {
  throw new FormError(message, field ? { [field]: message } : {})
}

/** The same with a notice, for forms that show one for the server's refusals too. */
export function refuseWithNotice(message: string, field?: string): never {
  toast({ variant: 'destructive', title: 'Error', description: message })
  return refuse(message, field)
}

/** Refuses a form that lacks a required field, or whose password and its repetition in `confirm` differ. */
export function requireComplete(
  limits: Limits,
  values: Values,
  reject: (message: string, field?: string) => never = refuseWithNotice,
) {
  if (!isComplete(limits, values)) reject(INCOMPLETE)
  if ('confirm' in limits && values.password !== values.confirm) reject(MISMATCH, 'confirm')
}
