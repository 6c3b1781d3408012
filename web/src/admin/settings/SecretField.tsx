import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import type { SettingField } from './fields'
import type { SettingsForm } from './use-settings-form'

/** A secret is written, never read back: the form knows only whether one is set. */
export function SecretField({ field, form }: { field: SettingField; form: SettingsForm }) {
  const isSet = form.secretsSet.includes(field.key)
  const clearing = form.clearing.includes(field.key)
  const typed = form.values[field.key] ?? ''
  const state = clearing
    ? 'Will be removed when you save.'
    : isSet
      ? 'A value is set. Type a new one to replace it.'
      : 'Not set.'
  return (
    <fieldset>
      <legend className="sr-only">{field.label}</legend>
      <TextField
        label={field.label}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        placeholder={isSet && !clearing ? '••••••••••••' : undefined}
        hint={field.hint ? `${state} ${field.hint}` : state}
        value={typed}
        error={form.errors[field.key]}
        disabled={clearing}
        onChange={(event) => form.set(field.key, event.target.value)}
      />
      {isSet && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 min-h-11 sm:min-h-9"
          onClick={() => form.toggleClear(field.key)}
        >
          {clearing ? 'Keep' : 'Clear'}
        </Button>
      )}
    </fieldset>
  )
}
