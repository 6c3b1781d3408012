import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import type { Edited } from '~/shared/form/use-edit-form'
import { toast } from '~/shared/ui/toast-store'
import { formOf, inputOf, mergedForm, type ProductForm } from './form'
import type { Images } from './images'
import { adminProductQuery, refreshProducts, type StaffProduct } from './queries'

type SaveProduct = {
  /** The product as the form knows it; none while creating. */
  base: StaffProduct | undefined
  setBase: (product: StaffProduct) => void
  images: Images
  /** The drop time zone. */
  zone: string
}

/** Stores the pictures, then the product. A save that met somebody else's change ends in `theirs`. */
export function useSaveProduct({ base, setBase, images, zone }: SaveProduct) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [theirs, setTheirs] = useState<StaffProduct>()

  /** The fields that were changed here win over somebody else's change in `over`; the others do not. */
  async function store({ values, changed }: Edited<ProductForm>, over: StaffProduct | undefined) {
    const urls = over && !images.isDirty ? over.images.map(({ url }) => url) : await images.upload()
    const was = over ?? base
    const began = was ? formOf(was, zone) : undefined
    const mine = over && began ? mergedForm(began, values, changed) : values
    const body = inputOf(mine, urls, zone, began)
    if (!was) return unwrap(api.POST('/api/admin/products', { body }))
    // Every sale changes the count: it is written only when somebody typed one.
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
  }

  /** Shows somebody else's version when the save met one; throws everything else that the server refused. */
  async function showConflict(error: unknown): Promise<void> {
    if (base && error instanceof ApiError && error.code === 'changed_meanwhile') {
      const now = await client
        .fetchQuery({ ...adminProductQuery(base.id), staleTime: 0 })
        .catch(() => undefined)
      if (now && !error.fields.stock_quantity) return setTheirs(now)
      // Only the count changed: its field says so, and the next save starts from the new count.
      if (now) setBase({ ...base, stock_quantity: now.stock_quantity })
    }
    throw error
  }

  /** `over` is the version to write over, when it is not the one the form was filled from. */
  async function save(form: Edited<ProductForm>, over: StaffProduct | undefined) {
    const product = await store(form, over).catch(showConflict)
    if (!product) return
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
  }

  return { save, theirs, dropTheirs: () => setTheirs(undefined) }
}
