import { ApiError, refusalMessage } from '~/shared/api/errors'

/** One message per field, by the field's name in the API. */
export type FieldErrors = Partial<Record<string, string>>

/** Why a form was not accepted: what the form as a whole says, and what stands beside its fields. */
type Failure = { message: string; fields: FieldErrors }

export const noFailure: Failure = { message: '', fields: {} }

/** A form's own refusal, thrown by its submit function before the server is asked. */
export class FormError extends Error {
  readonly fields: FieldErrors

  constructor(message: string, fields: FieldErrors = {}) {
    super(message)
    this.fields = fields
  }
}

/** The messages to show for whatever a submit function threw; `fallback` when the server gave none. */
export function failureOf(error: unknown, fallback: string): Failure {
  if (error instanceof FormError) return { message: error.message, fields: error.fields }
  if (!(error instanceof ApiError)) return { message: fallback, fields: {} }
  return { message: refusalMessage(error) || fallback, fields: error.fields }
}

export const hasErrors = (fields: FieldErrors) => Object.values(fields).some(Boolean)

/** Puts the cursor into the first field, in the order of the page, that has a message. */
export function focusFirstError(form: HTMLElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input:not(:disabled)')?.focus()
}
