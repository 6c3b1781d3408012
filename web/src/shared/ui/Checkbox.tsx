import type { ComponentProps, ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

/** A checkbox with its label. The class is the label's. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={cn('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input type="checkbox" className="tick" {...rest} />
      <span className="flex-1 py-2">{label}</span>
    </label>
  )
}
