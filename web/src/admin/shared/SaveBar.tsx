import type { ReactNode } from 'react'
import { UnsavedWarning } from './UnsavedWarning'

type SaveBarProps = {
  dirty: boolean
  text?: string
  /** The buttons: discard, then save. */
  children: ReactNode
}

/** A bar at the bottom of the screen while there are unsaved changes; it warns before they are lost. */
export function SaveBar({ dirty, text = 'Unsaved changes', children }: SaveBarProps) {
  return (
    <>
      <UnsavedWarning when={dirty} />
      {dirty && (
        <section
          aria-label="Unsaved changes"
          data-foot
          className="fixed inset-x-0 bottom-0 z-30 animate-rise border-line border-t bg-paper/95 backdrop-blur"
        >
          <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <p className="flex items-center gap-2 font-semibold text-sm">
              <span aria-hidden="true" className="size-2 rounded-full bg-secondary" />
              {text}
            </p>
            <div className="flex gap-2">{children}</div>
          </div>
        </section>
      )}
    </>
  )
}
