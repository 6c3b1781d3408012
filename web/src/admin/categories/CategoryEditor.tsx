import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { Panel } from '~/admin/shared/Panel'
import { type PickedImage, PictureField } from '~/admin/shared/PictureField'
import { SaveBar } from '~/admin/shared/SaveBar'
import { uploadImage } from '~/admin/shared/upload'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { CategoryInput } from '~/shared/form/constraints.gen'
import { checkFields } from '~/shared/form/limits'
import { type Edited, useEditForm } from '~/shared/form/use-edit-form'
import { slugify } from '~/shared/lib/slug'
import { Button } from '~/shared/ui/Button'
import { TextareaField, TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { adminCategoryQuery, type StaffCategory } from './queries'

const formOf = (category: StaffCategory | undefined) => ({
  name: category?.name ?? '',
  slug: category?.slug ?? '',
  description: category?.description ?? '',
})

type CategoryForm = ReturnType<typeof formOf>

/** Somebody else's version with the fields that were changed here. */
function mergedForm(
  theirs: StaffCategory,
  mine: CategoryForm,
  changed: (keyof CategoryForm)[],
): CategoryForm {
  return { ...formOf(theirs), ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
}

const check = (values: CategoryForm) =>
  checkFields(CategoryInput, values, {
    name: { required: 'Enter a name.' },
    slug: { required: 'Enter a slug.', pattern: 'Use lowercase letters, numbers and hyphens.' },
  })

export function CategoryEditor({ category }: { category?: StaffCategory }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [base, setBase] = useState(category)
  const [picture, setPicture] = useState<PickedImage>({ url: category?.image_url ?? '' })
  const [ownSlug, setOwnSlug] = useState(false)
  const [theirs, setTheirs] = useState<StaffCategory>()
  const hasOwnPicture = picture.file !== undefined || picture.url !== (base?.image_url ?? '')
  const edit = useEditForm({
    initial: formOf(category),
    limits: CategoryInput,
    check,
    submit: save,
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error saving category',
        description: errorMessage(error, 'An unknown error occurred'),
      }),
  })
  const { form, field, errors, set, busy } = edit
  const dirty = edit.isDirty || hasOwnPicture

  function startOver(from: StaffCategory | undefined) {
    setBase(from)
    edit.startFrom(formOf(from))
    setPicture({ url: from?.image_url ?? '' })
  }

  async function store({ values, changed }: Edited<CategoryForm>, over: StaffCategory | undefined) {
    const image_url = picture.file ? (await uploadImage(picture.file, 'product')).url : picture.url
    // What was not changed here stays as somebody else has it.
    const mine = over ? mergedForm(over, values, changed) : values
    const body = {
      name: mine.name.trim(),
      slug: mine.slug.trim(),
      description: mine.description.trim() || undefined,
      image_url: (over && !hasOwnPicture ? over.image_url : image_url) || undefined,
    }
    const was = over ?? base
    if (!was) return unwrap(api.POST('/api/admin/categories', { body }))
    return unwrap(
      api.PUT('/api/admin/categories/{id}', {
        params: { path: { id: was.id } },
        body: { ...body, version: was.version },
      }),
    )
  }

  /** Shows somebody else's version when the save met one; throws everything else that the server refused. */
  async function showConflict(error: unknown): Promise<void> {
    if (base && error instanceof ApiError && error.code === 'changed_meanwhile') {
      const now = await client
        .fetchQuery({ ...adminCategoryQuery(base.id), staleTime: 0 })
        .catch(() => undefined)
      if (now) return setTheirs(now)
    }
    throw error
  }

  /** `over` is the version to write over, when it is not the one the form was filled from. */
  async function save(edited: Edited<CategoryForm>, over: StaffCategory | undefined) {
    const saved = await store(edited, over).catch(showConflict)
    if (!saved) return
    setTheirs(undefined)
    toast({
      title: base ? 'Category updated' : 'Category created',
      description: base
        ? `${saved.name} has been updated successfully.`
        : `${saved.name} has been created successfully.`,
    })
    await navigate('/admin/categories', { state: { saved: true } })
    await Promise.all(
      [['admin', 'categories'], ['admin', 'settings'], ['settings'], ['categories'], ['products']].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    )
  }

  // A colleague changed it while nothing was typed here: show it as it is now.
  useEffect(() => {
    if (category && category !== base && !dirty && !busy) startOver(category)
  })

  return (
    <form {...form} className="grid max-w-4xl items-start gap-4 lg:grid-cols-[1fr_18rem]">
      <Panel title="Category Information">
        <div className="grid gap-4">
          <TextField
            label="Category Name"
            {...field('name')}
            onChange={(event) => {
              set('name', event.target.value)
              if (!base && !ownSlug) set('slug', slugify(event.target.value))
            }}
          />
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
          <TextareaField label="Description" rows={4} {...field('description')} />
        </div>
        <Button type="submit" className="mt-5 w-full sm:w-auto" busy={busy}>
          {busy ? 'Saving...' : base ? 'Update Category' : 'Save Category'}
        </Button>
      </Panel>
      <Panel title="Picture" hint="For its card on the home page.">
        <PictureField
          label="Category image"
          picture={picture}
          onChange={setPicture}
          error={errors.image_url}
          hint="Use a square image of 800x800 pixels or larger."
        />
      </Panel>
      <SaveBar dirty={dirty}>
        <Button variant="ghost" size="sm" disabled={busy} onClick={() => startOver(base)}>
          Discard
        </Button>
        <Button size="sm" disabled={busy} onClick={() => edit.send(undefined)}>
          Save changes
        </Button>
      </SaveBar>
      <ConfirmDialog
        open={theirs !== undefined}
        onOpenChange={() => setTheirs(undefined)}
        title="Changed in the meantime"
        description={`Somebody else saved this category while you were editing it. It is now named ${theirs?.name ?? ''}. Keep mine saves what you changed over theirs and leaves the rest of their changes.`}
        cancel="Keep editing"
        confirm="Keep mine"
        pending={busy}
        onConfirm={() => edit.send(theirs)}
      >
        <Button
          variant="outline"
          className="mt-5"
          onClick={() => {
            startOver(theirs)
            setTheirs(undefined)
          }}
        >
          Show theirs
        </Button>
      </ConfirmDialog>
    </form>
  )
}
