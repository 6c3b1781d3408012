import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'
import { useReturnFocus } from './return-focus'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  className?: string
}

export const overlayClass = 'fixed inset-0 z-50 animate-fade bg-ink/70 backdrop-blur-[3px]'

export const DialogClose = Radix.Close

export function CloseButton({ className }: { className?: string }) {
  return (
    <Radix.Close
      aria-label="Close"
      className={cn(
        'grid size-11 place-items-center rounded-full transition-colors hover:bg-ink/8',
        className,
      )}
    >
      <X className="size-5" aria-hidden="true" />
    </Radix.Close>
  )
}

/** A modal dialog. The caller holds whether it is open. */
export function Dialog({ open, onOpenChange, title, description, children, className }: DialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={cn(overlayClass, 'grid place-items-center overflow-y-auto p-4')}>
          <Radix.Content
            {...returnFocus}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cn(
              'relative w-full max-w-md animate-rise rounded-3xl bg-paper p-6 shadow-2xl sm:p-8',
              className,
            )}
          >
            <Radix.Title className="pr-10 font-display text-xl leading-snug">{title}</Radix.Title>
            {description && <Radix.Description className="mt-2 text-mute">{description}</Radix.Description>}
            {children}
            <CloseButton className="absolute top-4 right-4" />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons at the end of a dialog; on a phone the main one comes last, near the thumb. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
