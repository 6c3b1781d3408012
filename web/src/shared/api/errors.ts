/** The body of an RFC 9457 answer, as the server writes it. */
export type Problem = {
  type?: string
  title?: string
  status?: number
  detail?: string
  code?: string
  errors?: { field: string; message: string }[]
}

/** A refused call. `message` is fit for a shopper's eyes; `fields` has one message per form field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>

  constructor(status: number, problem: Problem = {}) {
    super(problem.detail || problem.title || 'Something went wrong. Please try again.')
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.fields = Object.fromEntries((problem.errors ?? []).map((e) => [e.field, e.message]))
  }
}

/** The session ended meanwhile. A refused password is a 401 too, and says nothing of the session. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

/** What a form says about a refusal, above its fields and in a notice: of a single field, that field's own words. */
export function refusalMessage(error: ApiError): string {
  const words = Object.values(error.fields)
  return words.length === 1 ? (words[0] as string) : error.message
}

/** The message to show for whatever was thrown. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}
