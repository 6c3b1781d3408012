import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { adminCategoriesQuery } from '~/admin/categories/queries'
import { focusFirstError } from '~/admin/shared/focus-error'
import { useFormState } from '~/admin/shared/form-state'
import { Panel } from '~/admin/shared/Panel'
import { SaveBar } from '~/admin/shared/SaveBar'
import { slugify } from '~/shared/lib/slug'
import { Button } from '~/shared/ui/button'
import { SelectField, TextareaField, TextField } from '~/shared/ui/field'
import { Switch } from '~/shared/ui/switch'
import { CardPreview } from './CardPreview'
import { ConflictDialog } from './ConflictDialog'
import { checkForm, copyOf, emptyForm, formOf, mergedForm, type ProductForm } from './form'
import { ImageCard } from './ImageCard'
import { picturesApart, useImages } from './images'
import type { StaffProduct } from './queries'
import { useSaveProduct } from './save'

type ProductEditorProps = {
  /** The product to edit; none creates one. */
  product?: StaffProduct
  /** The product to begin a new one from. */
  copy?: StaffProduct
}

function startOf({ product, copy }: ProductEditorProps): ProductForm {
  if (product) return formOf(product)
  return copy ? copyOf(copy) : emptyForm
}

export function ProductEditor({ product, copy }: ProductEditorProps) {
  const [base, setBase] = useState(product)
  const form = useFormState(startOf({ product, copy }))
  const images = useImages(product ?? copy)
  const [ownSlug, setOwnSlug] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { data: categories } = useQuery(adminCategoriesQuery)
  const { values, errors, set } = form
  const dirty = form.isDirty || images.isDirty

  const { save, theirs, dropTheirs } = useSaveProduct({
    base,
    setBase,
    values,
    changed: form.changed,
    images,
    onRefused: (error) => {
      form.refuse(error)
      focusFirstError(element.current)
    },
  })

  function startOver(from: StaffProduct) {
    setBase(from)
    form.reset(formOf(from))
    images.reset(from)
  }

  // A sale or a colleague changed the product while nothing was typed here: show it as it is now.
  useEffect(() => {
    if (product && product !== base && !dirty && !save.isPending) startOver(product)
  })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    const wrong = checkForm(values)
    form.setErrors(wrong)
    if (Object.keys(wrong).length > 0) focusFirstError(element.current)
    else save.mutate(undefined)
  }
  function discard() {
    form.reset(form.start)
    images.reset(base ?? copy)
    setOwnSlug(false)
  }
  function rename(name: string) {
    set('name', name)
    // An address that is out in the world stays; a new product's follows its name until it is written by hand.
    if (!base && !ownSlug) set('slug', slugify(name))
  }

  const field = (key: keyof ProductForm) => ({
    name: key,
    value: String(values[key]),
    error: errors[key],
    onChange: (event: { target: { value: string } }) => set(key, event.target.value),
  })
  const categoryName = (id: string) =>
    categories?.items.find((category) => String(category.id) === id)?.name ?? 'Uncategorized'

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]"
    >
      <div className="grid gap-4">
        <Panel title="Product Information">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              required
              {...field('name')}
              onChange={(event) => rename(event.target.value)}
            />
            <TextField
              label="Slug"
              required
              hint="Lowercase letters, numbers and hyphens."
              spellCheck={false}
              {...field('slug')}
              onChange={(event) => {
                setOwnSlug(event.target.value !== '')
                set('slug', event.target.value)
              }}
            />
            <TextareaField
              label="Description"
              required
              rows={5}
              className="sm:col-span-2"
              {...field('description')}
            />
            <TextField
              label="Price"
              required
              type="number"
              min="0"
              step="0.01"
              inputMode="decimal"
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
              min="0"
              max="5"
              step="0.1"
              inputMode="decimal"
              {...field('rating')}
            />
          </div>
        </Panel>
        <Panel title="Units and limits" hint="Leave a field empty for no count and no limit.">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="Stock"
              type="number"
              min="0"
              step="1"
              inputMode="numeric"
              placeholder="Not counted"
              {...field('stock_quantity')}
            />
            <TextField
              label="Max per order"
              type="number"
              min="1"
              step="1"
              inputMode="numeric"
              placeholder="No limit"
              {...field('max_per_order')}
            />
            <TextField
              label="Max per customer"
              type="number"
              min="1"
              step="1"
              inputMode="numeric"
              placeholder="No limit"
              {...field('max_per_customer')}
            />
          </div>
        </Panel>
      </div>
      <div className="grid gap-4">
        <ImageCard images={images} error={errors.images} />
        <Panel title="Status">
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
          <Button type="submit" className="mt-4 w-full" busy={save.isPending}>
            {save.isPending ? 'Saving...' : base ? 'Update Product' : 'Save Product'}
          </Button>
        </Panel>
        <CardPreview form={values} image={images.images[0]?.url} />
      </div>
      <SaveBar dirty={dirty}>
        <Button variant="ghost" size="sm" disabled={save.isPending} onClick={discard}>
          Discard
        </Button>
        <Button size="sm" disabled={save.isPending} onClick={() => submit()}>
          Save changes
        </Button>
      </SaveBar>
      {theirs && (
        <ConflictDialog
          mine={mergedForm(theirs, values, form.changed)}
          theirs={formOf(theirs)}
          pictures={picturesApart(images.images, images.isDirty, theirs)}
          categoryName={categoryName}
          pending={save.isPending}
          onClose={dropTheirs}
          onTakeTheirs={() => {
            startOver(theirs)
            dropTheirs()
          }}
          onKeepMine={() => save.mutate(theirs)}
        />
      )}
    </form>
  )
}
