import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useVersionedForm, type Write } from '~/admin/shared/use-versioned-form'
import { api, unwrap } from '~/shared/api/client'
import { ProductInput } from '~/shared/form/constraints.gen'
import { toast } from '~/shared/ui/toast-store'
import { checkForm, copyOf, emptyForm, formOf, inputOf, type ProductForm } from './form'
import type { Images } from './images'
import { adminProductQuery, refreshProducts, type StaffProduct } from './queries'
import { toastSaveError } from './row-actions'

type ProductFormOptions = {
  /** The product to edit; none creates one. */
  product: StaffProduct | undefined
  /** The product to begin a new one from. */
  copy: StaffProduct | undefined
  images: Images
  /** The drop time zone. */
  zone: string
}

/** The values of the product form. Its pictures are stored first, then the product. */
export function useProductForm({ product, copy, images, zone }: ProductFormOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()

  function valuesOf(from: StaffProduct | undefined): ProductForm {
    if (from) return formOf(from, zone)
    return copy ? copyOf(copy, zone) : emptyForm
  }

  async function store({ values, changed, was, isOver }: Write<StaffProduct, ProductForm>) {
    const urls = was && isOver && !images.isDirty ? was.images.map(({ url }) => url) : await images.upload()
    const body = inputOf(values, urls, zone, was && formOf(was, zone))
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

  return useVersionedForm<StaffProduct, ProductForm>({
    stored: product,
    valuesOf,
    pictures: {
      of: ({ images }) => images.map(({ url }) => url).join(),
      isOwn: images.isDirty,
      reset: images.reset,
    },
    limits: ProductInput,
    check: checkForm,
    store,
    onStored: async (saved, { isNew }) => {
      toast({
        title: isNew ? 'Product created' : 'Product updated',
        description: `${saved.name} ${isNew ? 'has been created successfully.' : 'has been updated successfully.'}`,
      })
      client.setQueryData(adminProductQuery(saved.id).queryKey, saved)
      await navigate('/admin/products', { state: { saved: true } })
      await refreshProducts(client)
    },
    fetchCurrent: ({ id }) => client.fetchQuery({ ...adminProductQuery(id), staleTime: 0 }),
    // Only the count changed: its field says so, and the next save starts from the new count.
    goOn: ({ fields }, base, now) =>
      fields.stock_quantity ? { ...base, stock_quantity: now.stock_quantity } : undefined,
    onError: toastSaveError,
  })
}
