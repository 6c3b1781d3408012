import { Panel } from '~/admin/shared/Panel'
import { PictureField } from '~/admin/shared/PictureField'
import { SaveBar } from '~/admin/shared/SaveBar'
import { usePicture } from '~/admin/shared/use-picture'
import { Button } from '~/shared/ui/Button'
import { TextareaField, TextField } from '~/shared/ui/Field'
import { DropActions } from './DropActions'
import { DropConflict } from './DropConflict'
import { fieldLabels } from './form'
import { ProductsPanel } from './ProductsPanel'
import type { StaffDrop } from './queries'
import { LimitsPanel, LinePanel, SellingPanel } from './SellingPanels'
import { TimesPanel } from './TimesPanel'
import { useDropForm } from './use-drop-form'

type DropEditorProps = {
  /** The drop to edit; none creates one. */
  drop?: StaffDrop
  /** The drop time zone. */
  zone: string
}

export function DropEditor({ drop, zone }: DropEditorProps) {
  const picture = usePicture(drop?.image_url ?? '')
  const edit = useDropForm({ drop, zone, picture })
  const { form, field, values, errors, set, busy, slug, versioned } = edit
  const { base, isDirty, conflict } = versioned

  return (
    <form {...form} className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
      <div className="grid min-w-0 gap-4">
        <Panel title="Drop">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={fieldLabels.name}
              {...field('name')}
              onChange={(event) => slug.rename(event.target.value)}
            />
            <TextField
              label={fieldLabels.slug}
              hint="Lowercase letters, numbers and hyphens."
              spellCheck={false}
              {...field('slug')}
              onChange={(event) => slug.setSlug(event.target.value)}
            />
            <TextareaField
              label={fieldLabels.description}
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
          dirty={isDirty}
          busy={busy}
          onSave={() => versioned.send()}
          onSchedule={() => versioned.send({ schedule: true })}
          onChanged={versioned.showChanged}
        />
        <Panel title="Picture" hint="For the drop page and its share image.">
          <PictureField
            label="Drop image"
            picture={picture.picture}
            onChange={picture.pick}
            error={errors.image_url}
            hint="Use an image of 1200x1200 pixels or larger."
          />
        </Panel>
      </div>
      <SaveBar dirty={isDirty}>
        <Button variant="ghost" size="sm" disabled={busy} onClick={edit.discard}>
          Discard
        </Button>
        <Button size="sm" disabled={busy} onClick={() => versioned.send()}>
          Save changes
        </Button>
      </SaveBar>
      {conflict && (
        <DropConflict
          mine={conflict.mine}
          theirs={conflict.theirs}
          picture={picture.differenceFrom(conflict.stored.image_url)}
          {...conflict.dialog}
        />
      )}
    </form>
  )
}
