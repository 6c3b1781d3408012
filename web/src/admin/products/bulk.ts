import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useChunkedMutation } from '~/admin/shared/chunked-mutation'
import { plural } from '~/admin/shared/format'
import { errorText } from '~/admin/shared/toast-error'
import { api, unwrap } from '~/shared/api/client'
import { BulkChange as Limits } from '~/shared/form/constraints.gen'
import { toast } from '~/shared/ui/toast-store'
import { type BulkChange, refreshProducts } from './queries'

/** What can be done with the ticked products. */
export type BulkTask =
  | { kind: 'set'; title: string; set: NonNullable<BulkChange['set']> }
  | { kind: 'category' }
  | { kind: 'price' }
  | { kind: 'delete' }

export const bulkSets: { label: string; title: string; set: NonNullable<BulkChange['set']> }[] = [
  { label: 'Set in stock', title: 'Set in stock?', set: { in_stock: true } },
  { label: 'Set out of stock', title: 'Set out of stock?', set: { in_stock: false } },
  { label: 'Feature', title: 'Feature these products?', set: { is_featured: true } },
  { label: 'Stop featuring', title: 'Stop featuring these products?', set: { is_featured: false } },
  { label: 'Mark popular', title: 'Mark as popular?', set: { is_popular: true } },
  { label: 'Mark not popular', title: 'Mark as not popular?', set: { is_popular: false } },
]

/** How many products the server changes with one call. More are changed with several calls. */
export const MAX_PER_CALL = Limits.ids.maxItems
/** How many products can be selected by a filter. */
export const MAX_SELECTED = 200_000

/** How long the undo of a bulk change is offered. */
const UNDO_MS = 20_000

const count = (n: number) => plural(n, 'product')

/** The result in words: done, stopped, or failed after some chunks. */
function report(title: string, what: string, failure: unknown, failed: string, undo?: () => void) {
  const action = undo && { label: 'Undo', onClick: undo }
  if (failure === undefined) return toast({ title, description: what, action, duration: undo && UNDO_MS })
  const description = [errorText(failure)]
  if (undo) description.push(what)
  toast({
    variant: 'destructive',
    title: failed,
    description: description.join(' '),
    action,
    duration: undo && UNDO_MS,
  })
}

/** Changes or deletes many products in chunks, and offers to undo a change. */
export function useBulk(onDone: () => void) {
  const client = useQueryClient()
  const { run, progress, stop } = useChunkedMutation()
  const send = (changes: BulkChange[]) => unwrap(api.POST('/api/admin/products/bulk', { body: { changes } }))

  /** Each element is what one request changed. */
  async function takeBack(parts: BulkChange[][]) {
    const { results, failure } = await run('Undoing', parts, 1, (part) => send(part.flat()))
    await refreshProducts(client)
    const changed = results.reduce((sum, part) => sum + part.changed, 0)
    report('Undone', `${count(changed)} as before.`, failure, 'Error saving product')
  }

  const change = useMutation({
    mutationFn: ({ ids, ...what }: BulkChange) =>
      run('Changing products', ids, MAX_PER_CALL, (part) => send([{ ...what, ids: part }])),
    onSuccess: async ({ results, failure }) => {
      const undo = results.map((part) => part.undo).filter((part) => part.length > 0)
      const changed = results.reduce((sum, part) => sum + part.changed, 0)
      await refreshProducts(client)
      // A change that was refused as a whole can be corrected in its dialog.
      if (failure === undefined || changed > 0) onDone()
      report(
        'Products updated',
        `${count(changed)} changed.`,
        failure,
        'Error saving product',
        undo.length > 0 ? () => void takeBack(undo) : undefined,
      )
    },
  })

  const remove = useMutation({
    mutationFn: (ids: number[]) =>
      run('Deleting products', ids, MAX_PER_CALL, (part) =>
        unwrap(api.POST('/api/admin/products/bulk-delete', { body: { ids: part } })),
      ),
    onSuccess: async ({ results, failure }) => {
      const deleted = results.reduce((sum, part) => sum + part.deleted, 0)
      await refreshProducts(client)
      if (failure === undefined || deleted > 0) onDone()
      report('Products deleted', `${count(deleted)} deleted.`, failure, 'Error deleting product')
    },
  })

  return { change, remove, progress, stop }
}
