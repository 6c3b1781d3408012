import type { Schemas } from './api'
import { send } from './send'

type UploadedImage = Schemas['Image']

export type PictureKind = 'product' | 'logo' | 'map' | 'promo'

/** Uploads a picture. Throws the server's error. */
export function uploadImage(file: Blob, kind: PictureKind): Promise<UploadedImage> {
  const form = new FormData()
  form.append('file', file, file instanceof File ? file.name : 'image')
  return send<UploadedImage>(`/api/admin/uploads?kind=${kind}`, { body: form })
}
