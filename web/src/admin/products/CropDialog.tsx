import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import type { FormImage } from './images'

const LARGEST = 1600
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const within = (value: number) => Math.min(1, Math.max(0, value))

/** Picks the square part of a picture: drag or arrow keys move it, the slider sets its size. */
export default function CropDialog({
  image,
  onClose,
  onCropped,
}: {
  image: FormImage
  onClose: () => void
  onCropped: (file: Blob) => void
}) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [zoom, setZoom] = useState(1)
  // Where the square lies: 0 is left or top, 1 is right or bottom.
  const [place, setPlace] = useState({ x: 0.5, y: 0.5 })
  const [failed, setFailed] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  const drag = useRef<{ x: number; y: number }>(undefined)

  const side = size ? Math.min(size.width, size.height) / zoom : 1
  const free = size ? { x: size.width - side, y: size.height - side } : { x: 0, y: 0 }
  const left = free.x * place.x
  const top = free.y * place.y

  function move(x: number, y: number) {
    setPlace((current) => ({
      x: free.x ? within(current.x + x / free.x) : 0.5,
      y: free.y ? within(current.y + y / free.y) : 0.5,
    }))
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!drag.current) return
    const scale = side / event.currentTarget.clientWidth
    move((drag.current.x - event.clientX) * scale, (drag.current.y - event.clientY) * scale)
    drag.current = { x: event.clientX, y: event.clientY }
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move((step[0] * side) / 20, (step[1] * side) / 20)
  }
  function crop() {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.round(Math.min(side, LARGEST))
    const context = canvas.getContext('2d')
    if (!context || !picture.current) return setFailed(true)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture.current, left, top, side, side, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((blob) => (blob ? onCropped(blob) : setFailed(true)), 'image/png')
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Crop to square"
      description="Drag the picture or use the arrow keys."
    >
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a picture that is moved behind a frame */}
      <div
        role="group"
        aria-label="Part of the picture to keep"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = undefined
        }}
        className="relative mt-4 aspect-square w-full cursor-move touch-none overflow-hidden rounded-xl bg-ink-3"
      >
        <img
          ref={picture}
          src={image.url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={() => setFailed(true)}
          className="absolute max-w-none select-none"
          style={
            size && {
              width: `${(size.width / side) * 100}%`,
              left: `${(-left / side) * 100}%`,
              top: `${(-top / side) * 100}%`,
            }
          }
        />
      </div>
      <label className="mt-4 flex min-h-11 items-center gap-3 font-semibold text-sm">
        Zoom
        <input
          type="range"
          min="1"
          max="4"
          step="0.05"
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="flex-1 accent-primary-deep"
        />
      </label>
      {failed && (
        <p role="alert" className="font-medium text-danger text-sm">
          This picture cannot be cropped here.
        </p>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!size} onClick={crop}>
          Crop
        </Button>
      </DialogActions>
    </Dialog>
  )
}
