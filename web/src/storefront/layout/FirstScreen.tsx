import type { ReactNode } from 'react'

/** At least as tall as the screen below the header, so that content that loads later does not move the footer. */
export function FirstScreen({ children }: { children: ReactNode }) {
  return <div className="grid min-h-[calc(100dvh-4.5rem)] grid-cols-[minmax(0,1fr)]">{children}</div>
}
