import * as Radix from '@radix-ui/react-checkbox'
import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '~/shared/lib/cn'

type CheckboxProps = ComponentProps<typeof Radix.Root> & { label: ReactNode }

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3">
      <Radix.Root
        id={id}
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-md border-2 border-mute/60 bg-white transition-colors duration-150 data-[state=checked]:border-primary-deep data-[state=checked]:bg-primary-deep',
          className,
        )}
        {...rest}
      >
        <Radix.Indicator>
          <Check className="size-4 text-white" strokeWidth={3.5} aria-hidden="true" />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className="flex-1 cursor-pointer py-2">
        {label}
      </label>
    </div>
  )
}
