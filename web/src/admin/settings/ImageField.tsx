import { PictureField } from '~/admin/shared/PictureField'
import type { ImageSetting } from './fields'
import type { SettingsForm } from './use-settings-form'

/** A setting that is a picture. It is uploaded when the settings are saved. */
export function ImageField({ field, form }: { field: ImageSetting; form: SettingsForm }) {
  const { key, label, hint } = field
  return (
    <div>
      <p className="mb-3 font-semibold text-sm">{label}</p>
      <PictureField
        label={label}
        picture={form.picture(key)}
        onChange={(picture) => form.setPicture(key, picture)}
        error={form.errors[key]}
        hint={hint}
        fit="contain"
      />
    </div>
  )
}
