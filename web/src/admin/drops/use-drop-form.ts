import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { usePicture } from '~/admin/shared/use-picture'
import { useSlug } from '~/admin/shared/use-slug'
import { useVersionedForm, type Write } from '~/admin/shared/use-versioned-form'
import { momentOf } from '~/admin/shared/zone'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { checkForm, type DropForm, emptyForm, fieldNames, formOf, inputOf, limits, timesFor } from './form'
import {
  changeDrop,
  createDrop,
  dropQuery,
  putDrop,
  refreshDrops,
  type StaffDrop,
  scheduleDrop,
} from './queries'
import { isDraft } from './state'

type TimeKey = 'teased_at' | 'early_at' | 'opens_at' | 'ends_at'

type DropFormOptions = {
  /** The drop to edit; none creates one. */
  drop: StaffDrop | undefined
  zone: string
  picture: ReturnType<typeof usePicture>
}

function toastDropError(error: unknown) {
  toast({
    variant: 'destructive',
    title: 'Error saving drop',
    description: errorMessage(error, 'An unknown error occurred'),
  })
}

/** The values of the drop form, and the fields that follow from others until they are typed. */
export function useDropForm({ drop, zone, picture }: DropFormOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [ownTimes, setOwnTimes] = useState<Partial<Record<TimeKey, boolean>>>({})

  async function store({ values, changed, was, isOver }: Write<StaffDrop, DropForm>) {
    if (was && !isOver && changed.length === 0 && !picture.isOwn) return was
    const image_url = was && isOver && !picture.isOwn ? was.image_url : await picture.upload()
    const body = inputOf(values, image_url || undefined, zone)
    return was ? changeDrop(was.id, { ...body, version: was.version }) : createDrop(body)
  }

  async function afterSave(saved: StaffDrop, isNew: boolean, schedule: boolean) {
    // The drop is saved, even if scheduling it is refused.
    const show = async (now: StaffDrop) => {
      putDrop(client, now)
      versioned.showSaved(now)
      if (isNew)
        await navigate(`/admin/drops/${now.id}`, { replace: true, state: { saved: true, created: true } })
    }
    try {
      if (!schedule) {
        toast({
          title: isNew ? 'Drop created' : 'Drop updated',
          description: `${saved.name} has been saved.`,
        })
        return await show(saved)
      }
      const scheduled = await scheduleDrop(saved).catch(async (error: unknown) => {
        await show(saved)
        throw error
      })
      toast({ title: 'Drop scheduled', description: `${saved.name} has been scheduled.` })
      await show(scheduled)
    } finally {
      await refreshDrops(client)
    }
  }

  const versioned = useVersionedForm<StaffDrop, DropForm, { schedule: boolean }>({
    stored: drop,
    valuesOf: (from) => (from ? formOf(from, zone) : emptyForm),
    pictures: { of: ({ image_url }) => image_url, isOwn: picture.isOwn, reset: picture.reset },
    limits,
    check: checkForm,
    fieldNames,
    store,
    onStored: (saved, { isNew, extra }) => afterSave(saved, isNew, extra?.schedule ?? false),
    fetchCurrent: ({ id }) => client.fetchQuery({ ...dropQuery(id), staleTime: 0 }),
    onError: toastDropError,
  })
  const { edit, base } = versioned
  const { set } = edit
  const slug = useSlug(!base, set)

  return {
    ...edit,
    versioned,
    slug,
    discard() {
      versioned.discard()
      slug.forget()
      setOwnTimes({})
    },
    setTime(key: TimeKey, text: string) {
      setOwnTimes({ ...ownTimes, [key]: true })
      set(key, text)
    },
    /** In a new drop tease and early access follow the opening until they are typed. */
    setOpening(text: string) {
      set('opens_at', text)
      if (base) return
      const times = timesFor(text, zone, new Date())
      for (const key of ['teased_at', 'early_at'] as const) if (!ownTimes[key]) set(key, times[key])
    },
    /** Whether a time of a scheduled drop lies in the past. */
    isPassed(key: TimeKey) {
      const at = momentOf(edit.start[key], zone)
      return !isDraft(base) && at !== undefined && new Date(at) <= new Date()
    },
  }
}

export type DropEdit = ReturnType<typeof useDropForm>
