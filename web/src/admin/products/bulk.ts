import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '~/admin/shared/format'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { type BulkChange, refreshProducts } from './queries'
import { toastSaveError } from './row-actions'

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

/** Changes many products together and offers to take it back. */
export function useBulkChange(onDone: () => void) {
  const client = useQueryClient()
  async function change(changes: BulkChange[]) {
    const result = await unwrap(api.POST('/api/admin/products/bulk', { body: { changes } }))
    await refreshProducts(client)
    return result
  }
  return useMutation({
    mutationFn: change,
    onSuccess: ({ changed, undo }) => {
      onDone()
      toast({
        title: 'Products updated',
        description: `${plural(changed, 'product')} changed.`,
        action: undo.length
          ? {
              label: 'Undo',
              onClick: () =>
                change(undo).then(
                  () => toast({ title: 'Undone', description: `${plural(changed, 'product')} as before.` }),
                  toastSaveError,
                ),
            }
          : undefined,
      })
    },
    onError: toastSaveError,
  })
}

export function useBulkDelete(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) => unwrap(api.POST('/api/admin/products/bulk-delete', { body: { ids } })),
    onSuccess: async ({ deleted }) => {
      await refreshProducts(client)
      onDone()
      toast({ title: 'Products deleted', description: `${plural(deleted, 'product')} deleted.` })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error deleting product',
        description: errorMessage(error, 'An unknown error occurred'),
      }),
  })
}
