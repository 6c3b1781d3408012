import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'

export const nextDropQuery = queryOptions({
  queryKey: [...keys.drops, 'next'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/next-drop', { signal })),
})

export const nextDropDescriptor = { key: nextDropQuery.queryKey, path: '/api/next-drop' }
