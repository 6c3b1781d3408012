import { useEffect, useRef, useState } from 'react'
import { uploadImage } from '~/admin/shared/upload'
import { ProductInput } from '~/shared/form/constraints.gen'
import type { StaffProduct } from './queries'

/** A picture of the form: uploaded already, or a file that is uploaded when the product is saved. */
export type FormImage = { key: string; url: string; file?: Blob }

export const MAX_IMAGES = ProductInput.images.maxItems

const stored = (product: StaffProduct | undefined): FormImage[] =>
  product?.images.map(({ url }) => ({ key: url, url })) ?? []

/** The product's pictures in order, the stored ones until they are changed; the first one is what shoppers see in lists. */
export function useImages(product: StaffProduct | undefined) {
  const [picked, setPicked] = useState<FormImage[]>()
  const start = stored(product)
  const images = picked ?? start
  const previews = useRef(new Set<string>())
  const count = useRef(0)

  useEffect(() => {
    const made = previews.current
    return () => {
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [])

  function preview(file: Blob): FormImage {
    const url = URL.createObjectURL(file)
    previews.current.add(url)
    count.current += 1
    return { key: `new-${count.current}`, url, file }
  }

  function setImages(change: (current: FormImage[]) => FormImage[]) {
    setPicked((current) => change(current ?? start))
  }

  return {
    images,
    isDirty: images.map(({ key }) => key).join() !== start.map(({ key }) => key).join(),
    add: (files: Blob[]) => setImages((current) => [...current, ...files.map(preview)].slice(0, MAX_IMAGES)),
    replace: (key: string, file: Blob) =>
      setImages((current) => current.map((image) => (image.key === key ? preview(file) : image))),
    remove: (key: string) => setImages((current) => current.filter((image) => image.key !== key)),
    /** Moves the image to the position of the other one. */
    move: (key: string, to: number) =>
      setImages((current) => {
        const from = current.findIndex((image) => image.key === key)
        if (from < 0 || to < 0 || to >= current.length) return current
        const next = [...current]
        next.splice(to, 0, ...next.splice(from, 1))
        return next
      }),
    reset: () => setPicked(undefined),
    /** Uploads new pictures in order and returns all URLs. A second try does not upload them again. */
    upload: async (): Promise<string[]> => {
      const urls: string[] = []
      for (const image of images) {
        if (!image.file) {
          urls.push(image.url)
          continue
        }
        const { url } = await uploadImage(image.file, 'product')
        setImages((current) => current.map((one) => (one.key === image.key ? { key: one.key, url } : one)))
        urls.push(url)
      }
      return urls
    },
  }
}

/** Both versions when both sides changed the pictures; undefined when only one did, or both alike. */
export function picturesApart(images: FormImage[], isDirty: boolean, theirs: StaffProduct) {
  const mine = images.map(({ url }) => url)
  const others = theirs.images.map(({ url }) => url)
  return isDirty && mine.join() !== others.join() ? { mine, theirs: others } : undefined
}

export type Images = ReturnType<typeof useImages>
