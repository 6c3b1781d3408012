import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ColorInput } from '~/admin/shared/ColorInput'
import { ConflictDialog, differencesOf } from '~/admin/shared/ConflictDialog'
import { Panel } from '~/admin/shared/Panel'
import { PictureField } from '~/admin/shared/PictureField'
import { SaveBar } from '~/admin/shared/SaveBar'
import { SignField, signLabel } from '~/admin/shared/SignField'
import { usePicture } from '~/admin/shared/use-picture'
import { useSlug } from '~/admin/shared/use-slug'
import { useVersionedForm, type Write } from '~/admin/shared/use-versioned-form'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { CategoryInput } from '~/shared/form/constraints.gen'
import { checkFields } from '~/shared/form/limits'
import { useSettings } from '~/shared/lib/settings'
import { signColors } from '~/shared/lib/signs'
import { isHexColor } from '~/shared/lib/theme'
import { Button } from '~/shared/ui/Button'
import { TextareaField, TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { adminCategoryQuery, type StaffCategory } from './queries'

const formOf = (category: StaffCategory | undefined) => ({
  name: category?.name ?? '',
  slug: category?.slug ?? '',
  description: category?.description ?? '',
  sign: category?.sign ?? 'box',
  color: category?.color ?? '',
})

type CategoryForm = ReturnType<typeof formOf>

const names: Record<keyof CategoryForm, string> = {
  name: 'Category Name',
  slug: 'Slug',
  description: 'Description',
  sign: 'Sign',
  color: 'Color of the sign',
}

const check = (values: CategoryForm) =>
  checkFields(CategoryInput, values, {
    name: { required: 'Enter a name.' },
    slug: { required: 'Enter a slug.', pattern: 'Use lowercase letters, numbers and hyphens.' },
    color: { pattern: 'Use a color like #8B5CF6.' },
  })

function useCategoryForm(category: StaffCategory | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const picture = usePicture(category?.image_url ?? '')

  async function store({ values, was, isOver }: Write<StaffCategory, CategoryForm>) {
    const image_url = was && isOver && !picture.isOwn ? was.image_url : await picture.upload()
    const body = {
      name: values.name.trim(),
      slug: values.slug.trim(),
      description: values.description.trim() || undefined,
      image_url: image_url || undefined,
      sign: values.sign,
      color: values.color,
    }
    if (!was) return unwrap(api.POST('/api/admin/categories', { body }))
    return unwrap(
      api.PUT('/api/admin/categories/{id}', {
        params: { path: { id: was.id } },
        body: { ...body, version: was.version },
      }),
    )
  }

  const versioned = useVersionedForm<StaffCategory, CategoryForm>({
    stored: category,
    valuesOf: formOf,
    pictures: { of: ({ image_url }) => image_url ?? '', isOwn: picture.isOwn, reset: picture.reset },
    limits: CategoryInput,
    check,
    store,
    onStored: async (saved, { isNew }) => {
      toast({
        title: isNew ? 'Category created' : 'Category updated',
        description: `${saved.name} ${isNew ? 'has been created successfully.' : 'has been updated successfully.'}`,
      })
      await navigate('/admin/categories', { state: { saved: true } })
      await Promise.all(
        [['admin', 'categories'], ['admin', 'settings'], ['settings'], ['categories'], ['products']].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      )
    },
    fetchCurrent: ({ id }) => client.fetchQuery({ ...adminCategoryQuery(id), staleTime: 0 }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error saving category',
        description: errorMessage(error, 'An unknown error occurred'),
      }),
  })
  return { ...versioned, picture }
}

export function CategoryEditor({ category }: { category?: StaffCategory }) {
  const { edit, base, isDirty, conflict, picture, send, discard } = useCategoryForm(category)
  const { form, field, values, errors, set, busy } = edit
  const primary = useSettings()('primary_color')
  const ownColor = values.sign === 'box' ? primary : signColors[values.sign]
  const slug = useSlug(!base, set)

  return (
    <form {...form} className="grid max-w-4xl items-start gap-4 lg:grid-cols-[1fr_18rem]">
      <Panel title="Category Information">
        <div className="grid gap-4">
          <TextField
            label="Category Name"
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
          <TextareaField label="Description" rows={4} {...field('description')} />
          <SignField
            label="Sign"
            value={values.sign}
            onChange={(sign) => set('sign', sign)}
            color={isHexColor(values.color) ? values.color : undefined}
            hint="On its page, and on its card while that has no picture. Products without a picture get one in its shape."
            error={errors.sign}
          />
          <ColorInput
            label="Color of the sign"
            pickerLabel="Pick the color of the sign"
            value={values.color}
            onChange={(color) => set('color', color)}
            fallback={ownColor}
            hint="Like #8B5CF6. Empty: the drawing’s own."
            error={errors.color}
          />
        </div>
        <Button type="submit" className="mt-5 w-full sm:w-auto" busy={busy}>
          {busy ? 'Saving...' : base ? 'Update Category' : 'Save Category'}
        </Button>
      </Panel>
      <Panel title="Picture" hint="For its card on the home page.">
        <PictureField
          label="Category image"
          picture={picture.picture}
          onChange={picture.pick}
          error={errors.image_url}
          hint="Use a square image of 800x800 pixels or larger."
        />
      </Panel>
      <SaveBar dirty={isDirty}>
        <Button
          variant="ghost"
          size="sm"
          disabled={busy}
          onClick={() => {
            discard()
            slug.forget()
          }}
        >
          Discard
        </Button>
        <Button size="sm" disabled={busy} onClick={() => send()}>
          Save changes
        </Button>
      </SaveBar>
      {conflict && (
        <ConflictDialog
          what="category"
          differences={differencesOf(
            names,
            conflict,
            (form, key) => (key === 'sign' ? signLabel(form.sign) : form[key]),
            picture.differenceFrom(conflict.stored.image_url ?? ''),
          )}
          {...conflict.dialog}
        />
      )}
    </form>
  )
}
