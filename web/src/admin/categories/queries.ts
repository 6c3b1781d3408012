import { queryOptions } from '@tanstack/react-query'
import type { Schemas } from '~/admin/shared/api'
import { api, unwrap } from '~/shared/api/client'

export type StaffCategory = Schemas['StaffCategory']

export const adminCategoriesQuery = queryOptions({
  queryKey: ['admin', 'categories', 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/categories', { signal })),
})

export const adminCategoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'categories', 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/categories/{id}', { params: { path: { id } }, signal })),
  })

export const deleteCategory = (id: number) =>
  unwrap(api.DELETE('/api/admin/categories/{id}', { params: { path: { id } } }))
