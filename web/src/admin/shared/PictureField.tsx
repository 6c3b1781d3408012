import { ImagePlus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { pictureFileProblem } from '~/shared/lib/picture-files'
import { Button, buttonClass } from '~/shared/ui/Button'

/** A picture in a form: a URL, or a file that is uploaded when the form is saved. */
export type PickedImage = { url: string; file?: File }

type PictureFieldProps = {
  label: string
  picture: PickedImage
  onChange: (picture: PickedImage) => void
  hint?: ReactNode
  error?: string
  /** The object-fit of the preview. */
  fit?: 'cover' | 'contain'
}

/** A field to choose or drop a picture, preview it and remove it. */
export function PictureField({ label, picture, onChange, hint, error, fit = 'cover' }: PictureFieldProps) {
  const id = useId()
  const [complaint, setComplaint] = useState<string>()
  const preview = usePreview(picture)

  function take(file: File | undefined) {
    if (!file) return
    const problem = pictureFileProblem(file)
    setComplaint(problem)
    if (!problem) onChange({ ...picture, file })
  }

  const described = [hint && `${id}-hint`, (complaint || error) && `${id}-error`].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file field does the same
    <div
      className="grid gap-3"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (!event.dataTransfer.files.length) return
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <div className="grid h-44 place-items-center overflow-hidden rounded-xl border border-line bg-paper-2">
        {preview ? (
          <img
            src={preview}
            alt={`${label} preview`}
            className={fit === 'cover' ? 'size-full object-cover' : 'size-full object-contain p-3'}
          />
        ) : (
          <ImagePlus className="size-8 text-mute" aria-hidden="true" />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <label
          className={`${buttonClass({ variant: 'outline', size: 'sm' })} min-h-11 flex-1 focus-within:outline-3 focus-within:outline-primary-deep`}
        >
          {preview ? 'Replace' : 'Choose image'}
          <input
            type="file"
            accept="image/*"
            aria-label={label}
            aria-invalid={complaint || error ? true : undefined}
            aria-describedby={described || undefined}
            className="sr-only"
            onChange={(event) => {
              take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        {preview && (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            onClick={() => onChange({ url: picture.file ? picture.url : '' })}
          >
            {picture.file ? 'Clear' : 'Remove'}
          </Button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-mute text-sm">
          {hint}
        </p>
      )}
      {(complaint || error) && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger text-sm">
          {complaint ?? error}
        </p>
      )}
    </div>
  )
}

function usePreview({ url, file }: PickedImage): string {
  const [made, setMade] = useState('')
  useEffect(() => {
    if (!file) return setMade('')
    const next = URL.createObjectURL(file)
    setMade(next)
    return () => URL.revokeObjectURL(next)
  }, [file])
  return file ? made : url
}
