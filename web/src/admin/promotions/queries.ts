import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type Promotion = Schemas['Promotion']
export type PromotionInput = Schemas['PromotionInput']

export const promotionKey = ['admin', 'promotions'] as const

export const promotionsQuery = queryOptions({
  queryKey: promotionKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/promotions', { signal })),
})

export const deletePromotion = (id: number) =>
  unwrap(api.DELETE('/api/admin/promotions/{id}', { params: { path: { id } } }))
