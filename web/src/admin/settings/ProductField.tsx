import { useQuery } from '@tanstack/react-query'
import { productQuery } from '~/shared/api/queries'
import { numberAttributes } from '~/shared/form/limits'
import { TextField } from '~/shared/ui/Field'
import type { SettingField } from './fields'
import type { SettingsForm } from './use-settings-form'

/** A product by its number, with the name of the one that is meant. */
export function ProductField({ field, form }: { field: SettingField; form: SettingsForm }) {
  const value = form.values[field.key] ?? ''
  const id = Number(value || field.placeholder)
  const { data: product } = useQuery({ ...productQuery(id), enabled: Number.isInteger(id) && id > 0 })
  const name = product === null ? `There is no product ${id}.` : product && `Now: ${product.name}.`
  return (
    <TextField
      label={field.label}
      type="number"
      {...numberAttributes(field)}
      placeholder={field.placeholder}
      hint={[field.hint, name].filter(Boolean).join(' ')}
      value={value}
      error={form.errors[field.key]}
      onChange={(event) => form.set(field.key, event.target.value)}
    />
  )
}
