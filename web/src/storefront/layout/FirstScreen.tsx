import type { ReactNode } from 'react'

/** As tall as the screen below the header, so that what comes in the end moves no footer. */
export function FirstScreen({ children }: { children: ReactNode }) {
  return <div className="grid min-h-[calc(100dvh-4.5rem)] grid-cols-[minmax(0,1fr)]">{children}</div>
}
