import * as Radix from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { cn } from '~/shared/lib/cn'
import {
  currentToasts,
  dismissToast,
  noToasts,
  subscribeToasts,
  TOAST_DURATION,
  TOAST_HOTKEY,
  TOAST_SWIPE_THRESHOLD,
} from './toast-store'

export default function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, noToasts)
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD}>
      {toasts.map(({ id, title, description, action, variant, open, duration }) => (
        <Radix.Root
          key={id}
          open={open}
          duration={duration}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
          className={cn(
            'on-ink pointer-events-auto grid grid-cols-[1fr_auto] items-center gap-x-3 rounded-2xl border-l-6 bg-ink-2 py-3 pr-2 pl-4 text-paper shadow-[0_1rem_3rem_-0.5rem_rgb(18_10_31/0.7)] ring-1 ring-white/10',
            'data-[state=open]:animate-rise data-[swipe=end]:animate-toast-out data-[swipe=cancel]:transition-transform data-[state=closed]:animate-toast-out',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]',
            variant === 'destructive' ? 'border-[#ff6b5e]' : 'border-secondary',
          )}
        >
          <div className="min-w-0 py-1">
            {title && <Radix.Title className="font-bold leading-snug">{title}</Radix.Title>}
            {description && (
              <Radix.Description className="text-[0.95rem] text-mist leading-snug">
                {description}
              </Radix.Description>
            )}
          </div>
          <div className="flex items-center">
            {action && (
              <Radix.Action
                altText={action.label}
                onClick={action.onClick}
                className="min-h-11 rounded-full px-3 font-bold text-secondary-glow text-sm hover:bg-white/10"
              >
                {action.label}
              </Radix.Action>
            )}
            <Radix.Close
              aria-label="Close"
              className="grid size-11 place-items-center rounded-full text-mist transition-colors hover:bg-white/10 hover:text-paper"
            >
              <X className="size-4.5" aria-hidden="true" />
            </Radix.Close>
          </div>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={[TOAST_HOTKEY]}
        // Leaves room for a bar at the bottom of the screen.
        className="pointer-events-none fixed right-0 bottom-0 z-100 m-0 flex w-full max-w-md list-none flex-col gap-2 p-4 print:hidden pb-[max(1rem,env(safe-area-inset-bottom))] outline-none [body:has([data-foot])_&]:bottom-26 max-lg:[body:has([data-bar])_&]:bottom-18 md:[body:has([data-foot])_&]:bottom-16"
      />
    </Radix.Provider>
  )
}
