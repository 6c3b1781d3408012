import { useState } from 'react'
import { momentOf, zonedInput, zoneName } from '~/admin/shared/zone'
import { Button, buttonClass } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { TextField } from '~/shared/ui/Field'
import type { StaffDrop } from './queries'

const MINUTE = 60_000

/** The moments to offer for a preview, without those that this drop does not have. */
export function previewMoments(drop: StaffDrop): { name: string; at: number }[] {
  const moments = [
    { name: 'At the tease', at: drop.teased_at },
    { name: 'At early access', at: drop.early_at },
    { name: 'A minute before', at: drop.opens_at, shift: -MINUTE },
    { name: 'When it opens', at: drop.opens_at },
    // A minute later, so that the tasks at the end of a drop are done.
    { name: 'After the end', at: drop.ends_at, shift: MINUTE },
  ]
  return moments.flatMap(({ name, at, shift = 0 }) => (at ? [{ name, at: Date.parse(at) + shift }] : []))
}

const previewPath = (at: number, slug: string) => `/preview/${at}/drop/${slug}`

type PreviewDialogProps = { drop: StaffDrop; zone: string; onClose: () => void }

/** Opens the drop page as it will be at a moment, in a new tab. */
export function PreviewDialog({ drop, zone, onClose }: PreviewDialogProps) {
  const [text, setText] = useState(zonedInput(drop.opens_at, zone))
  const at = momentOf(text, zone)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Preview at…"
      description="Shows the shop as it was last saved, at a moment of your choice. Nothing can be bought there."
    >
      <div className="mt-5 flex flex-wrap gap-2">
        {previewMoments(drop).map(({ name, at: moment }) => (
          <Button
            key={name}
            variant="outline"
            size="sm"
            aria-pressed={at !== undefined && Date.parse(at) === moment}
            className="aria-pressed:bg-ink aria-pressed:text-paper"
            onClick={() => setText(zonedInput(new Date(moment).toISOString(), zone))}
          >
            {name}
          </Button>
        ))}
      </div>
      <TextField
        label="Date and time"
        type="datetime-local"
        step="1"
        className="mt-4"
        hint={`${zone} (${zoneName(at, zone)})`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        {at ? (
          <a
            href={previewPath(Date.parse(at), drop.slug)}
            target="_blank"
            rel="noopener"
            className={buttonClass()}
          >
            Open preview
          </a>
        ) : (
          <Button disabled>Open preview</Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
