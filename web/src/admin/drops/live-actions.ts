import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastError } from '~/admin/shared/toast-error'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { dropQuery, dropsKey, putDrop, type StaffDrop } from './queries'

const path = (id: number) => ({ params: { path: { id } } })

export const pauseDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/pause', { ...path(id), body: { version } }))

export const resumeDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/resume', { ...path(id), body: { version } }))

export const endDrop = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/end', { ...path(id), body: { version } }))

export const drawNow = ({ id, version }: StaffDrop) =>
  unwrap(api.POST('/api/admin/drops/{id}/draw', { ...path(id), body: { version } }))

export const setRate = ({ id, version }: StaffDrop, people_per_minute: number | undefined) =>
  unwrap(api.POST('/api/admin/drops/{id}/rate', { ...path(id), body: { version, people_per_minute } }))

export const addUnits = ({ id, version }: StaffDrop, product_id: number, units: number) =>
  unwrap(api.POST('/api/admin/drops/{id}/stock', { ...path(id), body: { version, product_id, units } }))

export const passOn = ({ id, version }: StaffDrop, orders: string[]) =>
  unwrap(api.POST('/api/admin/drops/{id}/pass-on', { ...path(id), body: { version, orders } }))

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'changed_meanwhile'

type LiveAction<Input> = {
  what: string
  done: string
  do: (drop: StaffDrop, input: Input) => Promise<StaffDrop>
  /** Retry after a version conflict: Pause must work even if somebody else has just changed the drop. */
  again?: (now: StaffDrop) => boolean
  onDone?: () => void
}

/** An action of the control room: it shows a notice, and the drop as it is afterwards. */
export function useLiveAction<Input = void>(drop: StaffDrop, action: LiveAction<Input>) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (input: Input) => {
      try {
        return await action.do(drop, input)
      } catch (error) {
        if (!isStale(error) || !action.again) throw error
        const now = await client.fetchQuery({ ...dropQuery(drop.id), staleTime: 0 })
        return action.again(now) ? await action.do(now, input) : now
      }
    },
    onSuccess: (now) => {
      putDrop(client, now)
      toast({ title: action.done })
      action.onDone?.()
    },
    onError: (error) => toastError(`Error ${action.what}`, error),
    onSettled: () => client.invalidateQueries({ queryKey: dropsKey, refetchType: 'active' }),
  })
}
