import { unwrap } from '~/shared/api/client'

/** Sends what is not JSON (a picture, a file) and gives the answer, or throws an ApiError as every call does. */
export async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, { method: 'POST', ...init })
  const body: unknown = await response.json().catch(() => undefined)
  return unwrap<Answer>(Promise.resolve({ data: body as Answer, error: body, response }))
}
