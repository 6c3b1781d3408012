import type { Client } from 'openapi-fetch'
import { previewAt } from '~/shared/lib/preview'
import { ApiError, type Problem } from './errors'
import type { paths } from './types'

type Values = Record<string, unknown>
type Options = {
  params?: { path?: Values; query?: Values; header?: Record<string, string> }
  body?: unknown
  bodySerializer?: (body: unknown) => BodyInit
  signal?: AbortSignal
}

/** A path of the API's description with its parameters filled in. */
export function addressOf(
  path: string,
  { path: parts = {}, query = {} }: NonNullable<Options['params']> = {},
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) params.append(name, String(one))
    }
  }
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])))
  return params.size > 0 ? `${place}?${params}` : place
}

async function call(
  method: string,
  path: string,
  { params = {}, body, bodySerializer, signal }: Options = {},
) {
  const headers: Record<string, string> = { ...params.header }
  if (previewAt) headers['X-Snackdrop-At'] = previewAt
  // For a FormData body the browser sets the content type itself, with the boundary.
  if (body !== undefined && !bodySerializer) headers['Content-Type'] = 'application/json'
  const sent = body === undefined ? undefined : (bodySerializer ?? JSON.stringify)(body)
  const response = await fetch(addressOf(path, params), { method, headers, body: sent, signal })
  const text = await response.text()
  const data = parse(text)
  return response.ok ? { data, response } : { error: data, response }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

const method = (name: string) => (path: string, options?: Options) => call(name, path, options)

/**
 * The API client, with the types of openapi-fetch and the part of its behaviour that the shop uses:
 * the whole library would add two kilobytes to the first download.
 */
export const api = {
  GET: method('GET'),
  POST: method('POST'),
  PUT: method('PUT'),
  PATCH: method('PATCH'),
  DELETE: method('DELETE'),
} as unknown as Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>

type Result<Data> = { data?: Data; error?: unknown; response: Response }

/** Returns the response's body, or throws an ApiError with the server's problem document. */
export async function unwrap<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) {
    throw new ApiError(response.status, isProblem(error) ? error : undefined)
  }
  return data as Data
}

/** Reads an address of the API. */
export const get = <Body>(address: string, signal?: AbortSignal) =>
  unwrap(call('GET', address, { signal }) as Promise<Result<Body>>)

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null
}
