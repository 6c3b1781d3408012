import { useQuery } from '@tanstack/react-query'
import { adminCategoriesQuery } from '~/admin/categories/queries'
import { Panel } from '~/admin/shared/Panel'
import { SaveBar } from '~/admin/shared/SaveBar'
import { useSlug } from '~/admin/shared/use-slug'
import { ProductInput } from '~/shared/form/constraints.gen'
import { numberAttributes } from '~/shared/form/limits'
import { useSettings } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { SelectField, TextareaField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { CardPreview } from './CardPreview'
import { ConflictDialog } from './ConflictDialog'
import { ImageCard } from './ImageCard'
import { picturesApart, useImages } from './images'
import type { StaffProduct } from './queries'
import { useProductForm } from './use-product-form'

type ProductEditorProps = {
  /** The product to edit; none creates one. */
  product?: StaffProduct
  /** The product to begin a new one from. */
  copy?: StaffProduct
}

export function ProductEditor({ product, copy }: ProductEditorProps) {
  const { data: categories } = useQuery(adminCategoriesQuery)
  const zone = useSettings()('drop_time_zone')
  const images = useImages(product ?? copy)
  const versioned = useProductForm({ product, copy, images, zone })
  const { edit, base, isDirty, conflict } = versioned
  const { form, field, values, errors, set, busy } = edit
  const slug = useSlug(!base, set)

  function discard() {
    versioned.discard()
    slug.forget()
  }

  const categoryName = (id: string) =>
    categories?.items.find((category) => String(category.id) === id)?.name ?? 'Uncategorized'

  return (
    <form {...form} className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
      <div className="grid gap-4">
        <Panel title="Product Information">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              {...field('name')}
              onChange={(event) => slug.rename(event.target.value)}
            />
            <TextField
              label="Slug"
              hint="Lowercase letters, numbers and hyphens."
              spellCheck={false}
              {...field('slug')}
              onChange={(event) => slug.setSlug(event.target.value)}
            />
            <TextareaField label="Description" rows={5} className="sm:col-span-2" {...field('description')} />
            <TextField
              label="Price"
              type="number"
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
              label="Rating (0-5)"
              type="number"
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
              placeholder="Not counted"
              {...numberAttributes(ProductInput.stock_quantity)}
              {...field('stock_quantity')}
            />
            <TextField
              label="Kept back"
              type="number"
              placeholder="0"
              {...numberAttributes(ProductInput.safety_stock)}
              {...field('safety_stock')}
            />
            <TextField
              label="Max per order"
              type="number"
              placeholder="No limit"
              {...numberAttributes(ProductInput.max_per_order)}
              {...field('max_per_order')}
            />
            <TextField
              label="Max per customer"
              type="number"
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
      <SaveBar dirty={isDirty}>
        <Button variant="ghost" size="sm" disabled={busy} onClick={discard}>
          Discard
        </Button>
        <Button size="sm" disabled={busy} onClick={() => versioned.send()}>
          Save changes
        </Button>
      </SaveBar>
      {conflict && (
        <ConflictDialog
          mine={conflict.mine}
          theirs={conflict.theirs}
          pictures={picturesApart(images.images, images.isDirty, conflict.stored)}
          categoryName={categoryName}
          {...conflict.dialog}
        />
      )}
    </form>
  )
}
