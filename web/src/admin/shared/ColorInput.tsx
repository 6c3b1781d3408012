import type { ReactNode } from 'react'
import { isHexColor } from '~/shared/lib/theme'
import { Field, Input } from '~/shared/ui/Field'

type ColorInputProps = {
  label: string
  /** What the picker beside the text is called. */
  pickerLabel: string
  value: string
  onChange: (color: string) => void
  /** The color that the picker shows while the text is none. */
  fallback: string
  placeholder?: string
  hint?: ReactNode
  error?: string
}

/** A color as text and as a picker. */
export function ColorInput({
  label,
  pickerLabel,
  value,
  onChange,
  fallback,
  placeholder,
  hint,
  error,
}: ColorInputProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <span className="flex gap-2">
          <Input
            {...wiring}
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value.trim())}
          />
          <input
            type="color"
            aria-label={pickerLabel}
            value={(isHexColor(value) ? value : fallback).toLowerCase()}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-14 shrink-0 cursor-pointer rounded-xl border-2 border-line bg-white p-1"
          />
        </span>
      )}
    </Field>
  )
}
