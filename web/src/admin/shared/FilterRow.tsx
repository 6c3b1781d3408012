import type { ReactNode } from 'react'

/** Filters side by side; on a phone one row that scrolls. */
export function FilterRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:flex-wrap [&>*]:shrink-0">
      {children}
    </div>
  )
}
