import type { ReactNode } from 'react'

/** Styles for long text. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-[44rem] text-lg leading-relaxed [&_a]:font-semibold [&_a]:text-primary-deep [&_a]:underline [&_a]:underline-offset-3 [&_h2]:mt-12 [&_h2]:mb-3 [&_h2]:font-display [&_h2]:text-2xl [&_h2]:leading-tight [&_h2:first-child]:mt-0 [&_li]:mt-2 [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:pl-6">
      {children}
    </div>
  )
}

/** A legal page: a date, then text. */
export function LegalPage({ updated, children }: { updated: string; children: ReactNode }) {
  return (
    <div className="wrap py-14 sm:py-20">
      <p className="mb-8 text-mute">Last updated {updated}</p>
      <Prose>{children}</Prose>
    </div>
  )
}
