import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'
import { CloseButton, overlayClass } from './Dialog'
import { useReturnFocus } from './return-focus'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** Dark (`ink`) for the shop's menu, light (`paper`) for filters and forms. */
  surface?: 'ink' | 'paper'
}

/** A panel that slides in from the right over the full height. */
export function Drawer({ open, onOpenChange, title, children, surface = 'paper' }: DrawerProps) {
  const returnFocus = useReturnFocus()
  const ink = surface === 'ink'
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className={cn(
            'fixed inset-y-0 right-0 z-50 flex w-[min(24rem,100vw)] animate-slide-in flex-col shadow-2xl',
            ink ? 'on-ink bg-ink text-paper' : 'bg-paper',
          )}
        >
          <div
            className={cn(
              'flex min-h-18 items-center justify-between border-b pr-3 pl-6',
              ink ? 'border-white/10' : 'border-line',
            )}
          >
            <Radix.Title className="font-display text-lg">{title}</Radix.Title>
            <CloseButton className={ink ? 'hover:bg-white/10' : undefined} />
          </div>
          <div className="flex-1 overflow-y-auto overscroll-contain px-6 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
