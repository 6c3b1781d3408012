import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from './format'

type BulkBarProps = { count: number; onClear: () => void; children: ReactNode }

/** The actions for the selected rows, fixed at the bottom of the screen. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  if (count === 0) return null
  return (
    <section
      aria-label="Selected rows"
      data-foot
      className="on-ink fixed inset-x-2 bottom-[max(0.5rem,env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-fit animate-rise flex-wrap items-center gap-1 rounded-2xl bg-ink px-2 py-1.5 text-paper shadow-2xl sm:bottom-4"
    >
      <button
        type="button"
        aria-label="Clear selection"
        onClick={onClear}
        className="grid size-10 place-items-center rounded-full hover:bg-white/10 max-sm:size-11"
      >
        <X className="size-4.5" aria-hidden="true" />
      </button>
      <p className="pr-3 font-semibold text-sm tabular-nums max-sm:mr-auto" aria-live="polite">
        {formatCount(count)} selected
      </p>
      {children}
    </section>
  )
}

/** The classes of a button on the bulk bar. */
export const bulkButtonClass =
  'min-h-10 rounded-full px-3 font-semibold max-sm:min-h-11 text-sm transition-colors hover:bg-white/10 disabled:opacity-45'
