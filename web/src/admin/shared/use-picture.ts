import { useState } from 'react'
import type { Difference } from './ConflictDialog'
import type { PickedImage } from './PictureField'
import { uploadImage } from './upload'

/** The picture in the form of a record: the stored one, until another is picked or it is removed. */
export function usePicture(stored: string) {
  const [picked, setPicked] = useState<PickedImage>()
  const isOwn = picked !== undefined && (picked.file !== undefined || picked.url !== stored)
  // It is stored now, or was taken back: from here on the stored one counts, whoever changes it.
  if (picked && !isOwn) setPicked(undefined)
  return {
    picture: picked ?? { url: stored },
    /** Whether it was changed here. */
    isOwn,
    pick: setPicked,
    reset: () => setPicked(undefined),
    /** For the dialog about a conflict: both pictures, when another was picked here. */
    differenceFrom: (theirs: string): Difference | undefined =>
      isOwn
        ? {
            name: 'Picture',
            theirs: theirs || '(none)',
            mine: picked.file ? 'A new picture' : picked.url || '(none)',
          }
        : undefined,
    /** Uploads a file and returns the URL to store. A second try does not upload it again. */
    upload: async (): Promise<string> => {
      if (!picked?.file) return picked ? picked.url : stored
      const { url } = await uploadImage(picked.file, 'product')
      setPicked((current) => (current === picked ? { url } : current))
      return url
    },
  }
}
