import type { ReactNode } from 'react'
import { usePageTitle } from '~/shared/lib/page-title'

type PageHeadingProps = { title: string; hint?: ReactNode; children?: ReactNode }

/** The heading of an admin page (the h1 above it is the area's) and its actions. */
export function PageHeading({ title, hint, children }: PageHeadingProps) {
  usePageTitle(title)
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h2 className="font-extrabold text-2xl tracking-tight">{title}</h2>
        {hint && <p className="text-mute text-sm">{hint}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
