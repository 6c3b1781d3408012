import createClient from 'openapi-fetch'
import { ApiError, type Problem } from './errors'
import type { paths } from './types'

export const api = createClient<paths>({
  // Looked up at each call: there is no global fetch while a page is rendered on the server.
  fetch: (request) => globalThis.fetch(request),
})

type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** Gives the answer's body, or throws an ApiError with what the server said. */
export async function unwrap<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) {
    throw new ApiError(response.status, isProblem(error) ? error : undefined)
  }
  return data as Data
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null
}
