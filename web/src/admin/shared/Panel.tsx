import { type ReactNode, useId } from 'react'
import { cn } from '~/shared/lib/cn'

type PanelProps = {
  title?: string
  hint?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A white box for one group of fields or figures. */
export function Panel({ title, hint, actions, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cn('rounded-2xl border border-line bg-white p-4 sm:p-5', className)}
    >
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <div>
            {title && (
              <h3 id={id} className="font-bold text-lg leading-tight">
                {title}
              </h3>
            )}
            {hint && <p className="mt-0.5 text-mute text-sm">{hint}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
