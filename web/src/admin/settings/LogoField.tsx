import { PictureField } from '~/admin/shared/PictureField'
import { useBrand } from '~/shared/lib/settings'
import { LogoMark } from '~/shared/ui/LogoMark'
import { settingFields } from './setting-fields.gen'
import type { SettingsForm } from './use-settings-form'

/** The logo as it is, and the one that takes its place when the settings are saved. */
export function LogoField({ form }: { form: SettingsForm }) {
  const brand = useBrand()
  const logo = form.picture('site_logo')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <p className="mb-3 font-semibold text-sm">Current logo</p>
        <div className="grid h-44 place-items-center rounded-xl border border-line bg-ink p-4">
          {logo.url ? (
            <img src={logo.url} alt={`Logo of ${brand}`} className="max-h-24 object-contain" />
          ) : (
            <div className="grid justify-items-center gap-2 text-paper">
              <span className="flex items-center gap-2">
                <LogoMark className="h-14 w-12 shrink-0" />
                <span className="font-display text-2xl lowercase tracking-tight">{brand}</span>
              </span>
              <p className="text-center text-mist text-sm">The drawing that came with the shop.</p>
            </div>
          )}
        </div>
      </div>
      <div>
        <p className="mb-3 font-semibold text-sm">New logo</p>
        <PictureField
          label="Site logo"
          picture={logo.file ? logo : { url: '' }}
          onChange={({ file }) => form.setPicture('site_logo', { url: logo.url, file })}
          error={form.errors.site_logo}
          hint={settingFields.site_logo.hint}
          fit="contain"
        />
        {logo.url && !logo.file && (
          <button
            type="button"
            className="mt-2 min-h-11 font-semibold text-danger text-sm underline"
            onClick={() => form.setPicture('site_logo', { url: '' })}
          >
            Back to the drawing that came with the shop
          </button>
        )}
      </div>
    </div>
  )
}
