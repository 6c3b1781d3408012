import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminCategoriesQuery } from '~/admin/categories/queries'
import { Panel } from '~/admin/shared/Panel'
import { SaveBar } from '~/admin/shared/SaveBar'
import { ProductInput } from '~/shared/form/constraints.gen'
import { numberAttributes } from '~/shared/form/limits'
import { useEditForm } from '~/shared/form/use-edit-form'
import { useSettings } from '~/shared/lib/settings'
import { slugify } from '~/shared/lib/slug'
import { Button } from '~/shared/ui/Button'
import { SelectField, TextareaField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { CardPreview } from './CardPreview'
import { ConflictDialog } from './ConflictDialog'
import { checkForm, copyOf, emptyForm, formOf, mergedForm, type ProductForm } from './form'
import { ImageCard } from './ImageCard'
import { picturesApart, useImages } from './images'
import type { StaffProduct } from './queries'
import { toastSaveError } from './row-actions'
import { useSaveProduct } from './use-save-product'

type ProductEditorProps = {
  /** The product to edit; none creates one. */
  product?: StaffProduct
  /** The product to begin a new one from. */
  copy?: StaffProduct
}

function startOf({ product, copy }: ProductEditorProps, zone: string): ProductForm {
  if (product) return formOf(product, zone)
  return copy ? copyOf(copy, zone) : emptyForm
}

export function ProductEditor({ product, copy }: ProductEditorProps) {
  const [base, setBase] = useState(product)
  const images = useImages(product ?? copy)
  const [ownSlug, setOwnSlug] = useState(false)
  const { data: categories } = useQuery(adminCategoriesQuery)
  const zone = useSettings()('drop_time_zone')
  const { save, theirs, dropTheirs } = useSaveProduct({ base, setBase, images, zone })
  const edit = useEditForm({
    initial: startOf({ product, copy }, zone),
    limits: ProductInput,
    check: checkForm,
    submit: save,
    onError: toastSaveError,
  })
  const { form, field, values, errors, set, busy } = edit
  const dirty = edit.isDirty || images.isDirty

  function startOver(from: StaffProduct) {
    setBase(from)
    edit.startFrom(formOf(from, zone))
    images.reset(from)
  }

  // A sale or a colleague changed the product while nothing was typed here: show it as it is now.
  useEffect(() => {
    if (product && product !== base && !dirty && !busy) startOver(product)
  })

  function discard() {
    edit.startFrom(edit.start)
    images.reset(base ?? copy)
    setOwnSlug(false)
  }
  function rename(name: string) {
    set('name', name)
    // A published slug stays; a new product's follows its name until it is edited by hand.
    if (!base && !ownSlug) set('slug', slugify(name))
  }

  const categoryName = (id: string) =>
    categories?.items.find((category) => String(category.id) === id)?.name ?? 'Uncategorized'

  return (
    <form {...form} className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
      <div className="grid gap-4">
        <Panel title="Product Information">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Name" {...field('name')} onChange={(event) => rename(event.target.value)} />
            <TextField
              label="Slug"
              hint="Lowercase letters, numbers and hyphens."
              spellCheck={false}
              {...field('slug')}
              onChange={(event) => {
                setOwnSlug(event.target.value !== '')
                set('slug', event.target.value)
              }}
            />
            <TextareaField label="Description" rows={5} className="sm:col-span-2" {...field('description')} />
            <TextField
              label="Price"
              type="number"
              step="0.01"
              inputMode="decimal"
              {...numberAttributes(ProductInput.price)}
              {...field('price')}
            />
            <SelectField label="Category" {...field('category_id')}>
              <option value="">Uncategorized</option>
              {categories?.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </Panel>
        <Panel title="Additional Details">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Origin" {...field('origin')} />
            <TextField
              label="Rating (1-5)"
              type="number"
              step="0.1"
              inputMode="decimal"
              {...numberAttributes(ProductInput.rating)}
              {...field('rating')}
            />
          </div>
        </Panel>
        <Panel title="Units and limits" hint="Leave a field empty for no count and no limit.">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Stock"
              type="number"
              step="1"
              inputMode="numeric"
              placeholder="Not counted"
              {...numberAttributes(ProductInput.stock_quantity)}
              {...field('stock_quantity')}
            />
            <TextField
              label="Kept back"
              type="number"
              step="1"
              inputMode="numeric"
              placeholder="0"
              {...numberAttributes(ProductInput.safety_stock)}
              {...field('safety_stock')}
            />
            <TextField
              label="Max per order"
              type="number"
              step="1"
              inputMode="numeric"
              placeholder="No limit"
              {...numberAttributes(ProductInput.max_per_order)}
              {...field('max_per_order')}
            />
            <TextField
              label="Max per customer"
              type="number"
              step="1"
              inputMode="numeric"
              placeholder="No limit"
              {...numberAttributes(ProductInput.max_per_customer)}
              {...field('max_per_customer')}
            />
          </div>
        </Panel>
      </div>
      <div className="grid gap-4">
        <ImageCard images={images} error={errors.images} />
        <Panel title="Status">
          <TextField
            label="Published from"
            type="datetime-local"
            className="mb-3"
            hint={`Hidden until then. Empty: at once. In ${zone}.`}
            {...field('published_at')}
          />
          <Switch label="In Stock" checked={values.in_stock} onCheckedChange={(on) => set('in_stock', on)} />
          <Switch
            label="Featured"
            checked={values.is_featured}
            onCheckedChange={(on) => set('is_featured', on)}
          />
          <Switch
            label="Popular"
            checked={values.is_popular}
            onCheckedChange={(on) => set('is_popular', on)}
          />
          <Button type="submit" className="mt-4 w-full" busy={busy}>
            {busy ? 'Saving...' : base ? 'Update Product' : 'Save Product'}
          </Button>
        </Panel>
        <CardPreview form={values} image={images.images[0]?.url} />
      </div>
      <SaveBar dirty={dirty}>
        <Button variant="ghost" size="sm" disabled={busy} onClick={discard}>
          Discard
        </Button>
        <Button size="sm" disabled={busy} onClick={() => edit.send(undefined)}>
          Save changes
        </Button>
      </SaveBar>
      {theirs && (
        <ConflictDialog
          mine={mergedForm(formOf(theirs, zone), values, edit.changed)}
          theirs={formOf(theirs, zone)}
          pictures={picturesApart(images.images, images.isDirty, theirs)}
          categoryName={categoryName}
          pending={busy}
          onClose={dropTheirs}
          onTakeTheirs={() => {
            startOver(theirs)
            dropTheirs()
          }}
          onKeepMine={() => edit.send(theirs)}
        />
      )}
    </form>
  )
}
