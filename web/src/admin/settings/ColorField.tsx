import { ColorInput } from '~/admin/shared/ColorInput'
import { contrast, isHexColor, textOn } from '~/shared/lib/theme'
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
      <ColorInput
        label={field.label}
        pickerLabel={`Pick the ${field.label.split(' ')[0]?.toLowerCase()} one`}
        value={value}
        onChange={(color) => form.set(field.key, color)}
        fallback={color}
        placeholder={field.placeholder}
        hint="Like #8B5CF6."
        error={form.errors[field.key]}
      />
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
