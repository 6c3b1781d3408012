import { cn } from '~/shared/lib/cn'
import { Select } from '~/shared/ui/field'

type FilterSelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The first one, with the value '', lets everything through. */
  options: { value: string; label: string }[]
}

/** One filter of a list: quiet while it lets everything through, marked while it narrows. */
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
