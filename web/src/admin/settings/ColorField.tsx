import { contrast, isHexColor, textOn } from '~/shared/lib/theme'
import { Field, Input } from '~/shared/ui/Field'
import type { SettingField } from './fields'
import type { SettingsForm } from './use-settings-form'

const AA = 4.5

/** A colour as text and as a picker, with the button it will make and how well that reads. */
export function ColorField({ field, form }: { field: SettingField; form: SettingsForm }) {
  const value = form.values[field.key] ?? ''
  const color = isHexColor(value) ? value : (field.placeholder ?? '#000000')
  const text = textOn(color)
  const ratio = contrast(color, text)
  return (
    <div className="grid gap-3">
      <Field label={field.label} error={form.errors[field.key]} hint="Like #8B5CF6.">
        {(wiring) => (
          <span className="flex gap-2">
            <Input
              {...wiring}
              value={value}
              placeholder={field.placeholder}
              spellCheck={false}
              onChange={(event) => form.set(field.key, event.target.value.trim())}
            />
            <input
              type="color"
              aria-label={`Pick the ${field.label.split(' ')[0]?.toLowerCase()} one`}
              value={color.toLowerCase()}
              onChange={(event) => form.set(field.key, event.target.value)}
              className="h-11 w-14 shrink-0 cursor-pointer rounded-xl border-2 border-line bg-white p-1"
            />
          </span>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <span
          className="rounded-full px-5 py-2.5 font-bold text-[0.95rem]"
          style={{ backgroundColor: color, color: text }}
        >
          Add to Cart
        </span>
        <span className="text-mute text-sm">
          Contrast {ratio.toFixed(1)} : 1, {ratio >= AA ? 'easy to read' : 'hard to read in small letters'}
        </span>
      </div>
    </div>
  )
}
