import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; text?: ReactNode; art?: ReactNode; children?: ReactNode }

/** Says what is missing and what to do next. */
export function EmptyState({ title, text, art, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-3xl border-2 border-line border-dashed px-6 py-14 text-center">
      {art ?? <EmptyBag />}
      <p className="text-balance font-display text-lg leading-snug">{title}</p>
      {text && <p className="max-w-prose text-balance text-mute">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

function EmptyBag() {
  return (
    <svg viewBox="0 0 72 80" className="h-20 w-18 text-mute" fill="none" aria-hidden="true">
      <path
        d="m12 10 4-5 5 5 5-5 5 5 5-5 5 5 5-5 5 5 5-5 4 5c-3 8-3 12-2 22s1 22-1 36l-4 5-5-5-5 5-5-5-5 5-5-5-5 5-5-5-5 5-4-5c-2-14-2-26-1-36s1-14-2-22Z"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeDasharray="5 4"
      />
      <path d="M27 50c5-5 13-5 18 0" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      <circle cx="28" cy="36" r="2.5" fill="currentColor" />
      <circle cx="44" cy="36" r="2.5" fill="currentColor" />
    </svg>
  )
}
