import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Field, Input, SelectField, TextareaField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { ColorField } from './ColorField'
import type { SettingField } from './fields'
import { SecretField } from './SecretField'
import type { SettingsForm } from './useSettingsForm'

/** One setting, in the control that suits it, with what it needs and does not find. */
export function SettingControl({ field, form }: { field: SettingField; form: SettingsForm }) {
  const missing = field.needs?.(form.context)
  return (
    <div className={field.kind === 'textarea' ? 'sm:col-span-2' : undefined}>
      <Control field={field} form={form} />
      {missing && <Missing text={missing} />}
    </div>
  )
}

export function GroupNeeds({ text }: { text?: string }) {
  return (
    text && (
      <div className="mb-4">
        <Missing text={text} />
      </div>
    )
  )
}

function Missing({ text }: { text: string }) {
  return (
    <p className="mt-1.5 flex items-start gap-2 rounded-lg bg-amber-100 px-2.5 py-1.5 text-amber-950 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {text.split(/(--[a-z-]+)/).map((part) =>
          part.startsWith('--') ? (
            <code key={part} className="whitespace-nowrap">
              {part}
            </code>
          ) : (
            part
          ),
        )}
      </span>
    </p>
  )
}

function Control({ field, form }: { field: SettingField; form: SettingsForm }) {
  const id = useId()
  const { key, label, kind, hint, placeholder } = field
  const value = form.values[key] ?? ''
  const common = {
    label,
    hint,
    placeholder,
    value,
    error: form.errors[key],
    onChange: (event: { target: { value: string } }) => form.set(key, event.target.value),
  }
  switch (kind) {
    case 'switch': {
      const on = field.on ?? 'enabled'
      return (
        <Switch
          label={label}
          hint={hint}
          checked={value === on}
          onCheckedChange={(checked) => form.set(key, checked ? on : (field.off ?? 'disabled'))}
        />
      )
    }
    case 'choice':
      return (
        <SelectField {...common}>
          {field.choices?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </SelectField>
      )
    case 'textarea':
      return <TextareaField rows={3} {...common} />
    case 'secret':
      return <SecretField field={field} form={form} />
    case 'color':
      return <ColorField field={field} form={form} />
    case 'number':
      // Days may have been stored as a range, which a number field cannot hold.
      if (/^\d+-\d+$/.test(value))
        return (
          <Field label={label} hint={hint} error={common.error} id={id}>
            {(wiring) => <Input {...wiring} value={value} onChange={common.onChange} inputMode="numeric" />}
          </Field>
        )
      return <TextField type="number" min="0" step={field.step} inputMode="decimal" {...common} />
    case 'email':
      return <TextField type="email" autoComplete="off" {...common} />
    default:
      return <TextField autoComplete="off" spellCheck={false} {...common} />
  }
}
