import type { ReactNode } from 'react'

type NotFoundProps = { title: string; text: string; children: ReactNode }

/** The message for a missing category or product. */
export function NotFound({ title, text, children }: NotFoundProps) {
  return (
    <div className="wrap grid min-h-[60vh] place-items-center py-20 text-center">
      <div className="flex flex-col items-center">
        <EmptyHook />
        <h1 className="mt-6 font-display text-[clamp(1.8rem,5vw,3rem)] leading-tight">{title}</h1>
        <p className="mt-3 max-w-md text-lg text-mute">{text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </div>
  )
}

/** The illustration of an empty rail. */
function EmptyHook() {
  return (
    <svg viewBox="0 0 200 150" className="w-48 text-ink" fill="none" aria-hidden="true">
      <path d="M8 20h184" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M40 20v22m120-22v22M40 42c0 8 12 8 12 0m108 0c0 8 12 8 12 0"
        stroke="var(--color-line)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M100 20v26c0 9 13 9 13 0" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      <g transform="rotate(9 100 60)">
        <path d="m100 58 24 18v52a6 6 0 0 1-6 6H82a6 6 0 0 1-6-6V76Z" fill="var(--secondary)" />
        <circle cx="100" cy="76" r="5" fill="var(--color-paper)" />
        <path
          d="M91 98h.1M109 98h.1M91 117c5-6 13-6 18 0"
          stroke="var(--on-secondary)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  )
}
