/** The server's problem document (RFC 9457). */
export type Problem = {
  type?: string
  title?: string
  status?: number
  detail?: string
  code?: string
  errors?: { field: string; message: string }[]
}

/**
 * A call that the server refused. `message` can be shown to people; it is empty when the response had none of ours, like an
 * empty 500 from a proxy. `fields` has one message per form field.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>

  constructor(status: number, problem: Problem = {}) {
    super(problem.detail)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.fields = Object.fromEntries((problem.errors ?? []).map((e) => [e.field, e.message]))
  }
}

/** Whether the session has ended. A wrong password is a 401 too, but with another code. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}

/** What a form says as a whole about a refusal: the message of the field when it is a single one. */
export function refusalMessage(error: ApiError): string {
  const words = Object.values(error.fields)
  return words.length === 1 ? (words[0] as string) : error.message
}

/** The message to show for any thrown value: the server's if there is one, otherwise the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}
