import * as Radix from '@radix-ui/react-switch'
import { type ComponentProps, type ReactNode, useId } from 'react'

type SwitchProps = ComponentProps<typeof Radix.Root> & { label: ReactNode; hint?: ReactNode }

export function Switch({ label, hint, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="cursor-pointer font-semibold text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-mute text-sm">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-7 w-12 shrink-0 rounded-full bg-mute/70 transition-colors duration-150 data-[state=checked]:bg-primary-deep disabled:opacity-45"
        {...rest}
      >
        <Radix.Thumb className="block size-5 translate-x-1 rounded-full bg-white shadow transition-transform duration-150 data-[state=checked]:translate-x-6" />
      </Radix.Root>
    </div>
  )
}
