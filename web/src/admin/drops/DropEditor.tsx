import { useEffect, useState } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { type PickedImage, PictureField } from '~/admin/shared/PictureField'
import { SaveBar } from '~/admin/shared/SaveBar'
import { Button } from '~/shared/ui/Button'
import { TextareaField, TextField } from '~/shared/ui/Field'
import { DropActions } from './DropActions'
import { DropConflict } from './DropConflict'
import { fieldWords, formOf, mergedForm } from './form'
import { ProductsPanel } from './ProductsPanel'
import type { StaffDrop } from './queries'
import { LimitsPanel, LinePanel, SellingPanel } from './SellingPanels'
import { TimesPanel } from './TimesPanel'
import { useDropForm } from './use-drop-form'
import { useSaveDrop } from './use-save-drop'

type DropEditorProps = {
  /** The drop to edit; none creates one. */
  drop?: StaffDrop
  /** The drop time zone. */
  zone: string
}

export function DropEditor({ drop, zone }: DropEditorProps) {
  const [base, setBase] = useState(drop)
  const [picture, setPicture] = useState<PickedImage>({ url: drop?.image_url ?? '' })
  const hasOwnPicture = picture.file !== undefined || picture.url !== (base?.image_url ?? '')
  const { save, theirs, dropTheirs } = useSaveDrop({ base, zone, picture, hasOwnPicture, onSaved: showSaved })
  const edit = useDropForm({ drop, base, zone, submit: save })
  const { form, field, values, errors, set, busy } = edit
  const dirty = edit.isDirty || hasOwnPicture

  function startOver(from: StaffDrop) {
    setBase(from)
    edit.startFrom(formOf(from, zone))
    setPicture({ url: from.image_url ?? '' })
  }

  function showSaved(from: StaffDrop) {
    setBase(from)
    edit.startFromSaved(formOf(from, zone))
    setPicture((current) => (current === picture ? { url: from.image_url ?? '' } : current))
  }

  // Somebody else changed the drop: without own edits the form shows their version. When only its state or version changed, what
  // was typed here stays.
  useEffect(() => {
    if (!drop || !base || drop.version <= base.version || busy || theirs) return
    if (!dirty) startOver(drop)
    else if (JSON.stringify(formOf(drop, zone)) === JSON.stringify(edit.start)) setBase(drop)
  })

  function discard() {
    edit.startFrom(edit.start)
    edit.forgetOwn()
    setPicture({ url: base?.image_url ?? '' })
  }

  return (
    <form {...form} className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
      <div className="grid min-w-0 gap-4">
        <Panel title="Drop">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={fieldWords.name}
              {...field('name')}
              onChange={(event) => edit.rename(event.target.value)}
            />
            <TextField
              label={fieldWords.slug}
              hint="Lowercase letters, numbers and hyphens."
              spellCheck={false}
              {...field('slug')}
              onChange={(event) => edit.setSlug(event.target.value)}
            />
            <TextareaField
              label={fieldWords.description}
              rows={4}
              className="sm:col-span-2"
              {...field('description')}
            />
          </div>
        </Panel>
        <TimesPanel edit={edit} zone={zone} />
        <SellingPanel edit={edit} base={base} zone={zone} />
        <ProductsPanel
          lines={values.products}
          errors={errors}
          base={base}
          onChange={(products) => {
            edit.clear(...Object.keys(errors).filter((name) => name.startsWith('products')))
            set('products', products)
          }}
        />
        <LimitsPanel edit={edit} />
        {values.mode === 'queue' && <LinePanel edit={edit} />}
      </div>
      <div className="grid gap-4 lg:sticky lg:top-16">
        <DropActions
          base={base}
          zone={zone}
          dirty={dirty}
          busy={busy}
          onSave={() => edit.send(undefined)}
          onSchedule={() => edit.send({ schedule: true })}
          onChanged={startOver}
        />
        <Panel title="Picture" hint="For the drop page and its share image.">
          <PictureField
            label="Drop image"
            picture={picture}
            onChange={setPicture}
            error={errors.image_url}
            hint="Use an image of 1200x1200 pixels or larger."
          />
        </Panel>
      </div>
      <SaveBar dirty={dirty}>
        <Button variant="ghost" size="sm" disabled={busy} onClick={discard}>
          Discard
        </Button>
        <Button size="sm" disabled={busy} onClick={() => edit.send(undefined)}>
          Save changes
        </Button>
      </SaveBar>
      {theirs && (
        <DropConflict
          mine={mergedForm(formOf(theirs, zone), values, edit.changed)}
          theirs={formOf(theirs, zone)}
          pictures={
            hasOwnPicture
              ? { mine: picture.file ? 'A new picture' : picture.url, theirs: theirs.image_url }
              : undefined
          }
          pending={busy}
          onClose={dropTheirs}
          onTakeTheirs={() => {
            startOver(theirs)
            dropTheirs()
          }}
          onKeepMine={() => edit.send({ over: theirs })}
        />
      )}
    </form>
  )
}
