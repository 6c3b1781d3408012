import * as Radix from '@radix-ui/react-tooltip'
import type { ReactNode } from 'react'

/**
 * A tooltip for `children`, shown on hover and focus. A disabled button gets neither event: wrap one in a
 * focusable span, or use aria-disabled.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            className="z-50 max-w-60 animate-fade rounded-lg bg-ink px-3 py-1.5 text-paper text-sm shadow-lg"
          >
            {text}
            <Radix.Arrow className="fill-ink" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
