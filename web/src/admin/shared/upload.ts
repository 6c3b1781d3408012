import type { Schemas } from './api'
import { send } from './send'

export type UploadedImage = Schemas['Image']

/** Stores a picture; only then may anything show it. Throws what the server said. */
export function uploadImage(file: Blob, kind: 'product' | 'logo'): Promise<UploadedImage> {
  const form = new FormData()
  form.append('file', file, file instanceof File ? file.name : 'image')
  return send<UploadedImage>(`/api/admin/uploads?kind=${kind}`, { body: form })
}
