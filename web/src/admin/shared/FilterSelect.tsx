import { cn } from '~/shared/lib/cn'
import { Select } from '~/shared/ui/Field'

type FilterSelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The first one, with the value '', is no filter. */
  options: { value: string; label: string }[]
}

/** One filter of a list, highlighted while it is active. */
export function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cn('min-h-11 w-auto text-sm', value && 'border-primary-deep bg-primary/8 font-semibold')}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
