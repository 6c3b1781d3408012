import { useQueryClient } from '@tanstack/react-query'
import { toastError } from '~/admin/shared/toast-error'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { putInLists, refreshProducts, type StaffProduct } from './queries'

export function toastSaveError(error: unknown) {
  toastError('Error saving product', error)
}

/** Changes of one product from its row in the list. Each shows a notice and throws when it was refused. */
export function useRowActions() {
  const client = useQueryClient()
  async function done(call: Promise<StaffProduct>) {
    try {
      putInLists(client, await call)
    } catch (error) {
      toastSaveError(error)
      // Somebody else changed it meanwhile: show the current state.
      if (error instanceof ApiError && error.status === 409) await refreshProducts(client)
      throw error
    }
  }
  return {
    setPrice: (product: StaffProduct, price: string) =>
      done(
        unwrap(
          api.PATCH('/api/admin/products/{id}', {
            params: { path: { id: product.id } },
            body: { price: Number(price), version: product.version },
          }),
        ),
      ),
    setFeatured: (product: StaffProduct, is_featured: boolean) =>
      done(
        unwrap(
          api.PATCH('/api/admin/products/{id}', {
            params: { path: { id: product.id } },
            body: { is_featured, version: product.version },
          }),
        ),
      ),
    setStock: (product: StaffProduct, units: string) =>
      done(
        unwrap(
          api.PUT('/api/admin/products/{id}/stock', {
            params: { path: { id: product.id } },
            body: {
              stock_quantity: units === '' ? null : Number(units),
              stock_seen: product.stock_quantity,
            },
          }),
        ),
      ),
  }
}

export const deleteProduct = (id: number) =>
  unwrap(api.DELETE('/api/admin/products/{id}', { params: { path: { id } } }))
