import type { ReactNode } from 'react'

/** The card on a dark background that holds the login, reset and setup forms. */
export function AccountFrame({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="glow-wall on-ink min-h-[calc(100dvh-4.5rem)] px-4 py-10 sm:py-16">
      <div className="mx-auto w-full max-w-md">
        <div className="text-center text-paper">
          <h1 className="font-display text-[clamp(1.8rem,6vw,2.75rem)] leading-tight">{title}</h1>
          {text && <p className="mx-auto mt-3 max-w-sm text-mist">{text}</p>}
        </div>
        <div className="mt-8 rounded-3xl bg-paper p-5 text-ink shadow-2xl sm:p-8 [&_:focus-visible]:outline-[var(--primary-on-paper)]">
          {children}
        </div>
      </div>
    </div>
  )
}
