import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { SignField } from '~/admin/shared/SignField'
import { numberAttributes } from '~/shared/form/limits'
import type { SignName } from '~/shared/lib/signs'
import { usStates } from '~/shared/lib/us-states'
import { Field, Input, SelectField, TextareaField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { ColorField } from './ColorField'
import { isImage, type SettingField } from './fields'
import { ImageField } from './ImageField'
import { ProductField } from './ProductField'
import { SecretField } from './SecretField'
import type { SettingsForm } from './use-settings-form'

const WIDE = new Set<SettingField['kind']>(['long-text', 'rows', 'sign'])

/** One setting, in the control that suits it, with a warning when something that it needs is missing. */
export function SettingControl({ field, form }: { field: SettingField; form: SettingsForm }) {
  const missing = field.needs?.(form.context)
  return (
    <div className={WIDE.has(field.kind) ? 'sm:col-span-2' : undefined}>
      <Control field={field} form={form} />
      <RestoreDefault field={field} form={form} />
      {missing && <Missing text={missing} />}
    </div>
  )
}

/** A button that restores the default of a text. An empty text is left out of the page. */
function RestoreDefault({
  field: { key, label, standard },
  form,
}: {
  field: SettingField
  form: SettingsForm
}) {
  if (standard === undefined || form.values[key] === standard) return null
  return (
    <button
      type="button"
      aria-label={`Restore the default of ${label}`}
      onClick={() => form.set(key, standard)}
      className="mt-1 min-h-9 rounded-lg px-1 font-semibold text-primary-deep text-sm underline"
    >
      Restore the default
    </button>
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
  const { key, label, kind, hint, placeholder, maxLength } = field
  const value = form.values[key] ?? ''
  const common = {
    label,
    hint,
    value,
    error: form.errors[key],
    onChange: (event: { target: { value: string } }) => form.set(key, event.target.value),
  }
  if (isImage(field)) return <ImageField field={field} form={form} />
  if (field.secret) return <SecretField field={field} form={form} />
  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          hint={hint}
          checked={value === field.on}
          onCheckedChange={(checked) => form.set(key, (checked ? field.on : field.off) ?? '')}
        />
      )
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
    case 'sign':
      return (
        <SignField
          {...{ label, hint, error: common.error }}
          value={value as SignName}
          onChange={(sign) => form.set(key, sign)}
        />
      )
    case 'state':
      return (
        <SelectField {...common}>
          {usStates.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )
    case 'product':
      return <ProductField field={field} form={form} />
    case 'long-text':
      return <TextareaField rows={rowsFor(value || placeholder)} {...{ ...common, placeholder, maxLength }} />
    case 'rows': {
      const lines = `One a line: ${field.columns?.join(' | ')}.`
      return (
        <TextareaField
          rows={rowsFor(value || placeholder)}
          {...{ ...common, placeholder, maxLength }}
          spellCheck={false}
          hint={hint ? `${hint} ${lines}` : lines}
        />
      )
    }
    case 'color':
      return <ColorField field={field} form={form} />
    case 'money':
    case 'percent':
    case 'days':
    case 'number':
      // Days may have been stored as a range, which a number field cannot hold.
      if (/^\d+-\d+$/.test(value))
        return (
          <Field label={label} hint={hint} error={common.error} id={id}>
            {(wiring) => <Input {...wiring} value={value} onChange={common.onChange} inputMode="numeric" />}
          </Field>
        )
      return <TextField type="number" {...numberAttributes(field)} {...{ ...common, placeholder }} />
    case 'email':
      return <TextField type="email" autoComplete="off" {...{ ...common, placeholder }} />
    default:
      return <TextField autoComplete="off" spellCheck={false} {...{ ...common, placeholder, maxLength }} />
  }
}

const CHARACTERS_A_ROW = 90

/** The height of a text area that shows its text, within reason. */
function rowsFor(text = '') {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + line.length / CHARACTERS_A_ROW, 0)
  return Math.min(16, Math.max(3, Math.floor(lines)))
}
