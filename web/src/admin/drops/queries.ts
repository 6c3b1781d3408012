import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, type Problem } from '~/shared/api/errors'

export type DropMode = 'open' | 'queue' | 'draw'
export type EarlyAccess = 'none' | 'circle' | 'codes' | 'both'
export type DropPhase = 'draft' | 'teased' | 'early' | 'live' | 'awarding' | 'ended'

export type DropProductInput = {
  product_id: number
  price: number | null
  units: number
  hidden: boolean
}

export type DropInput = {
  slug: string
  name: string
  description: string
  image_url: string | null
  mode: DropMode
  teased_at: string
  early_at: string | null
  opens_at: string
  ends_at: string | null
  early_access: EarlyAccess
  early_share: number
  limit_units: number
  building_units: number | null
  reservation_seconds: number
  hold_seconds: number
  pass_seconds: number
  shuffle_seconds: number
  rate_per_minute: number | null
  pay_at_pickup: boolean
  sell_rest: boolean
  next_draw_id: number | null
  products: DropProductInput[]
}

export type StaffDropProduct = DropProductInput & { position: number; safety_stock: number }

export type StaffDrop = Omit<DropInput, 'products'> & {
  id: number
  version: number
  scheduled_at: string | null
  phase: DropPhase
  paused: boolean
  announcement_minutes?: number
  products: StaffDropProduct[]
}

export type DropListItem = Omit<StaffDrop, 'products'> & { units: number; sold: number }

async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const init: RequestInit = { method, signal }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'Content-Type': 'application/json' }
  }
  const response = await fetch(`/api/admin/drops${path}`, init)
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Problem)
  return answer as Answer
}

export const dropsKey = ['admin', 'drops'] as const

export const dropsQuery = queryOptions({
  queryKey: [...dropsKey, 'list'],
  queryFn: ({ signal }) => call<{ items: DropListItem[] }>('GET', '', undefined, signal),
})

export const dropQuery = (id: number) =>
  queryOptions({
    queryKey: [...dropsKey, 'one', id],
    queryFn: ({ signal }) => call<StaffDrop>('GET', `/${id}`, undefined, signal),
  })

export const createDrop = (body: DropInput) => call<StaffDrop>('POST', '', body)

export const changeDrop = (id: number, body: DropInput & { version: number }) =>
  call<StaffDrop>('PUT', `/${id}`, body)

export const deleteDrop = ({ id, version }: { id: number; version: number }) =>
  call<void>('DELETE', `/${id}?version=${version}`)

export const scheduleDrop = (id: number, version: number) =>
  call<StaffDrop>('POST', `/${id}/schedule`, { version })

export const withdrawDrop = (id: number, version: number) =>
  call<StaffDrop>('POST', `/${id}/withdraw`, { version })

export const duplicateDrop = (id: number, version: number) =>
  call<StaffDrop>('POST', `/${id}/duplicate`, { version })

export const addCode = (id: number, body: { version: number; label: string; max_uses: number }) =>
  call<{ code: string }>('POST', `/${id}/codes`, body)

export const liftLimit = (id: number, body: { version: number; email: string }) =>
  call<void>('POST', `/${id}/limit-exceptions`, body)

/** Refetches everything that shows drops, or products that are in one. */
export async function refreshDrops(client: QueryClient) {
  await Promise.all(
    [dropsKey, ['admin', 'products'], ['drops'], ['products']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
