import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { inputOf, mergedForm, type ProductForm } from './form'
import type { Images } from './images'
import { adminProductQuery, refreshProducts, type StaffProduct } from './queries'
import { toastSaveError } from './row-actions'

type SaveProduct = {
  /** The product as the form knows it; none while creating. */
  base: StaffProduct | undefined
  setBase: (product: StaffProduct) => void
  values: ProductForm
  /** The fields that were touched here: they win over somebody else's change, the others do not. */
  changed: (keyof ProductForm)[]
  images: Images
  onRefused: (error: unknown) => void
}

/** Stores the pictures, then the product. A save that met somebody else's change ends in `theirs`. */
export function useSaveProduct({ base, setBase, values, changed, images, onRefused }: SaveProduct) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [theirs, setTheirs] = useState<StaffProduct>()

  const save = useMutation({
    /** `over` is the version to write over, when it is not the one the form was filled from. */
    mutationFn: async (over: StaffProduct | undefined) => {
      const urls = over && !images.isDirty ? over.images.map(({ url }) => url) : await images.upload()
      const body = inputOf(over ? mergedForm(over, values, changed) : values, urls)
      const was = over ?? base
      if (!was) return unwrap(api.POST('/api/admin/products', { body }))
      // Only a count that somebody typed is written down: the other one moves with every sale.
      const typed = changed.includes('stock_quantity')
      const stock_quantity = typed ? body.stock_quantity : (was.stock_quantity ?? undefined)
      return unwrap(
        api.PUT('/api/admin/products/{id}', {
          params: { path: { id: was.id } },
          body: {
            ...body,
            stock_quantity,
            version: was.version,
            stock_seen: { quantity: was.stock_quantity },
          },
        }),
      )
    },
    onSuccess: async (product) => {
      setTheirs(undefined)
      toast({
        title: base ? 'Product updated' : 'Product created',
        description: base
          ? `${product.name} has been updated successfully.`
          : `${product.name} has been created successfully.`,
      })
      client.setQueryData(adminProductQuery(product.id).queryKey, product)
      await navigate('/admin/products', { state: { saved: true } })
      await refreshProducts(client)
    },
    onError: async (error) => {
      const conflict = error instanceof ApiError && error.code === 'changed_meanwhile'
      if (conflict && base) {
        const now = await client
          .fetchQuery({ ...adminProductQuery(base.id), staleTime: 0 })
          .catch(() => undefined)
        if (now && !error.fields.stock_quantity) return setTheirs(now)
        // Only the count moved: the field says so, and the next save counts from there.
        if (now) setBase({ ...base, stock_quantity: now.stock_quantity })
      }
      onRefused(error)
      toastSaveError(error)
    },
  })
  return { save, theirs, dropTheirs: () => setTheirs(undefined) }
}
