import { useId } from 'react'
import { cn } from '~/shared/lib/cn'
import { Input } from '~/shared/ui/Field'

type DayFieldProps = { label: string; value: string; onChange: (value: string) => void }

/** A day in a row of filters. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-1.5 text-mute text-sm">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cn('w-auto text-sm', value && 'border-primary-deep bg-primary/8 font-semibold')}
      />
    </div>
  )
}
