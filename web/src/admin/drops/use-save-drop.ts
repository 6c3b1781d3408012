import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PickedImage } from '~/admin/shared/PictureField'
import { uploadImage } from '~/admin/shared/upload'
import { ApiError, errorMessage } from '~/shared/api/errors'
import type { Edited } from '~/shared/form/use-edit-form'
import { toast } from '~/shared/ui/toast-store'
import { type DropForm, formOf, inputOf, mergedForm } from './form'
import {
  changeDrop,
  createDrop,
  dropQuery,
  putDrop,
  refreshDrops,
  type StaffDrop,
  scheduleDrop,
} from './queries'

/** What a submit does beyond saving: write over somebody else's version, or schedule the drop afterwards. */
export type SaveOptions = { over?: StaffDrop; schedule?: boolean } | undefined

type SaveDrop = {
  /** The drop as the form knows it; none while creating. */
  base: StaffDrop | undefined
  zone: string
  picture: PickedImage
  hasOwnPicture: boolean
  onSaved: (drop: StaffDrop) => void
}

export function toastDropError(error: unknown) {
  toast({
    variant: 'destructive',
    title: 'Error saving drop',
    description: errorMessage(error, 'An unknown error occurred'),
  })
}

/** Stores the picture, then the drop. When somebody else changed the drop meanwhile, `theirs` is their version. */
export function useSaveDrop({ base, zone, picture, hasOwnPicture, onSaved }: SaveDrop) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [theirs, setTheirs] = useState<StaffDrop>()

  /** The fields that were changed here win over somebody else's change in `over`; the others do not. */
  async function store({ values, changed }: Edited<DropForm>, over: StaffDrop | undefined) {
    const image_url = picture.file ? (await uploadImage(picture.file, 'product')).url : picture.url
    const mine = over ? mergedForm(formOf(over, zone), values, changed) : values
    const image = (over && !hasOwnPicture ? over.image_url : image_url) || undefined
    const body = inputOf(mine, image, zone)
    const was = over ?? base
    return was ? changeDrop(was.id, { ...body, version: was.version }) : createDrop(body)
  }

  /** Shows somebody else's version when the save met one; throws everything else that the server refused. */
  async function showConflict(error: unknown): Promise<void> {
    if (base && error instanceof ApiError && error.code === 'changed_meanwhile') {
      const now = await client.fetchQuery({ ...dropQuery(base.id), staleTime: 0 }).catch(() => undefined)
      if (now) return setTheirs(now)
    }
    throw error
  }

  async function save(form: Edited<DropForm>, options: SaveOptions) {
    const isChanged = !base || form.changed.length > 0 || hasOwnPicture || options?.over
    const saved = isChanged ? await store(form, options?.over).catch(showConflict) : base
    if (!saved) return
    setTheirs(undefined)
    // The drop is saved, even if scheduling it is refused.
    const show = async (drop: StaffDrop) => {
      putDrop(client, drop)
      onSaved(drop)
      if (!base)
        await navigate(`/admin/drops/${drop.id}`, { replace: true, state: { saved: true, created: true } })
    }
    try {
      if (!options?.schedule) {
        toast({ title: base ? 'Drop updated' : 'Drop created', description: `${saved.name} has been saved.` })
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

  return { save, theirs, dropTheirs: () => setTheirs(undefined) }
}
