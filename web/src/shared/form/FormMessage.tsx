import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What the form as a whole says. The live region is always there, so that screen readers announce the change. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <p className="flex items-start gap-2.5 rounded-2xl bg-danger/10 px-4 py-3 font-semibold text-danger">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {children}
        </p>
      )}
    </div>
  )
}
