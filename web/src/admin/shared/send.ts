import { unwrap } from '~/shared/api/client'

/** Sends a body that is not JSON (a picture, a file). Returns the response's JSON, or throws an ApiError. */
export async function send<Body>(path: string, init: RequestInit): Promise<Body> {
  const response = await fetch(path, { method: 'POST', ...init })
  const body: unknown = await response.json().catch(() => undefined)
  return unwrap<Body>(Promise.resolve({ data: body as Body, error: body, response }))
}
