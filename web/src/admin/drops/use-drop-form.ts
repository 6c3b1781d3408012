import { useState } from 'react'
import { momentOf } from '~/admin/shared/zone'
import { useEditForm } from '~/shared/form/use-edit-form'
import { slugify } from '~/shared/lib/slug'
import { checkForm, type DropForm, emptyForm, fieldNames, formOf, limits, timesFor } from './form'
import type { StaffDrop } from './queries'
import { isDraft } from './state'
import { type SaveOptions, toastDropError } from './use-save-drop'

type TimeKey = 'teased_at' | 'early_at' | 'opens_at' | 'ends_at'

type DropFormOptions = {
  drop: StaffDrop | undefined
  base: StaffDrop | undefined
  zone: string
  submit: (form: { values: DropForm; changed: (keyof DropForm)[] }, options: SaveOptions) => Promise<void>
}

/** The values of the drop form, and the fields that follow from others until they are typed. */
export function useDropForm({ drop, base, zone, submit }: DropFormOptions) {
  const [own, setOwn] = useState<Partial<Record<'slug' | TimeKey, boolean>>>({})
  const edit = useEditForm<DropForm, void, SaveOptions>({
    initial: drop ? formOf(drop, zone) : emptyForm,
    limits,
    check: checkForm,
    fieldNames,
    submit,
    onError: toastDropError,
  })
  const { set } = edit

  return {
    ...edit,
    forgetOwn: () => setOwn({}),
    /** A stored slug stays; a new drop's follows its name until it is edited by hand. */
    rename(name: string) {
      set('name', name)
      if (!base && !own.slug) set('slug', slugify(name))
    },
    setSlug(slug: string) {
      setOwn({ ...own, slug: slug !== '' })
      set('slug', slug)
    },
    setTime(key: TimeKey, text: string) {
      setOwn({ ...own, [key]: true })
      set(key, text)
    },
    /** In a new drop tease and early access follow the opening until they are typed. */
    setOpening(text: string) {
      set('opens_at', text)
      if (base) return
      const times = timesFor(text, zone, new Date())
      for (const key of ['teased_at', 'early_at'] as const) if (!own[key]) set(key, times[key])
    },
    /** Whether a time of a scheduled drop lies in the past. */
    isPassed(key: TimeKey) {
      const at = momentOf(edit.start[key], zone)
      return !isDraft(base) && at !== undefined && new Date(at) <= new Date()
    },
  }
}

export type DropEdit = ReturnType<typeof useDropForm>
