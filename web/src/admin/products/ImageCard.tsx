import { ArrowLeft, ArrowRight, Crop, ImagePlus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { cn } from '~/shared/lib/cn'
import { pictureFileProblem } from '~/shared/lib/picture-files'
import { Button, buttonClass } from '~/shared/ui/Button'
import { type FormImage, type Images, MAX_IMAGES } from './images'

const CropDialog = lazy(() => import('./CropDialog'))

/** The product's pictures: drop, paste or choose; order them; crop to square; remove. */
export function ImageCard({ images, error }: { images: Images; error?: string }) {
  const [complaint, setComplaint] = useState<string>()
  const [cropping, setCropping] = useState<FormImage>()
  const [isOver, setOver] = useState(false)
  const hint = useId()
  const first = images.images[0]

  function take(files: Iterable<File>) {
    const all = [...files]
    const pictures = all.filter((file) => !pictureFileProblem(file))
    setComplaint(all.map(pictureFileProblem).find(Boolean))
    if (images.images.length + pictures.length > MAX_IMAGES)
      setComplaint(`A product has at most ${MAX_IMAGES} pictures.`)
    if (pictures.length > 0) images.add(pictures)
  }
  usePastedFiles(take)

  return (
    <Panel title="Pictures">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file field below does the same */}
      <div
        className={cn(
          'grid gap-3 rounded-xl border-2 border-line border-dashed p-3 transition-colors',
          isOver && 'border-primary-deep bg-primary/8',
        )}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        {first ? (
          <div className="relative">
            <img
              src={first.url}
              alt="Product preview"
              className="aspect-square w-full rounded-lg bg-paper-2 object-cover"
            />
            <div className="absolute top-2 right-2 flex gap-1">
              <Button
                variant="ink"
                size="icon"
                aria-label="Crop image to square"
                onClick={() => setCropping(first)}
              >
                <Crop className="size-4.5" aria-hidden="true" />
              </Button>
              <Button
                variant="ink"
                size="icon"
                aria-label="Remove image"
                onClick={() => images.remove(first.key)}
              >
                <Trash2 className="size-4.5" aria-hidden="true" />
              </Button>
            </div>
          </div>
        ) : (
          <div className="grid aspect-video place-items-center rounded-lg bg-paper text-mute">
            <ImagePlus className="size-9" aria-hidden="true" />
          </div>
        )}
        <label
          className={cn(
            buttonClass({ variant: 'outline', size: 'sm' }),
            'min-h-11 focus-within:outline-3 focus-within:outline-primary-deep',
            images.images.length >= MAX_IMAGES && 'pointer-events-none opacity-45',
          )}
        >
          {first ? 'Add another image' : 'Choose image'}
          <input
            type="file"
            accept="image/*"
            multiple
            aria-label="Product image"
            aria-describedby={hint}
            className="sr-only"
            disabled={images.images.length >= MAX_IMAGES}
            onChange={(event) => {
              take(event.target.files ?? [])
              event.target.value = ''
            }}
          />
        </label>
        <p id={hint} className="text-mute text-sm">
          Drop, paste or choose. Use a square image of 800x800 pixels or larger.
        </p>
      </div>
      {(complaint || error) && (
        <p role="alert" className="mt-2 font-medium text-danger text-sm">
          {complaint ?? error}
        </p>
      )}
      {images.images.length > 1 && <Order images={images} />}
      <Suspense fallback={null}>
        {cropping && (
          <CropDialog
            image={cropping}
            onClose={() => setCropping(undefined)}
            onCropped={(file) => {
              images.replace(cropping.key, file)
              setCropping(undefined)
            }}
          />
        )}
      </Suspense>
    </Panel>
  )
}

/** Pictures in a row: drag one where it belongs, or move it with its arrows. */
function Order({ images }: { images: Images }) {
  const [dragged, setDragged] = useState<string>()
  return (
    <ol aria-label="Images in order" className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-2">
      {images.images.map((image, index) => (
        <li
          key={image.key}
          draggable
          onDragStart={() => setDragged(image.key)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            if (!dragged) return
            event.preventDefault()
            if (dragged !== image.key) images.move(dragged, index)
          }}
          className={cn(
            'cursor-grab rounded-lg border border-line bg-white p-1.5',
            dragged === image.key && 'opacity-50',
          )}
        >
          <img
            src={image.url}
            alt={`${index + 1} of ${images.images.length}`}
            draggable={false}
            className="aspect-square w-full rounded-md object-cover"
          />
          <span className="mt-1 flex items-center justify-between">
            <IconButton
              label={`Move image ${index + 1} earlier`}
              disabled={index === 0}
              onClick={() => images.move(image.key, index - 1)}
            >
              <ArrowLeft className="size-4" aria-hidden="true" />
            </IconButton>
            <IconButton label={`Remove image ${index + 1}`} onClick={() => images.remove(image.key)}>
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`Move image ${index + 1} later`}
              disabled={index === images.images.length - 1}
              onClick={() => images.move(image.key, index + 1)}
            >
              <ArrowRight className="size-4" aria-hidden="true" />
            </IconButton>
          </span>
        </li>
      ))}
    </ol>
  )
}

function IconButton({
  label,
  children,
  ...rest
}: { label: string; children: React.ReactNode } & Pick<
  React.ComponentProps<'button'>,
  'onClick' | 'disabled'
>) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-9 place-items-center rounded-full hover:bg-ink/8 disabled:opacity-30"
      {...rest}
    >
      {children}
    </button>
  )
}

/** Pictures pasted anywhere on the page; text that is pasted into a field is left alone. */
function usePastedFiles(take: (files: File[]) => void) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) latest.current(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}
