import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'

/** A titled card of the account pages. */
export function Card({
  title,
  heading: Heading = 'h3',
  aside,
  className,
  children,
}: {
  title: string
  heading?: 'h2' | 'h3'
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={cn('rounded-3xl border border-line bg-white p-5 sm:p-7', className)}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <Heading className="font-display text-lg max-sm:text-base">{title}</Heading>
        {/* The visible text of a button, not its padding, ends where the card's content does. */}
        <div className="-mx-3">{aside}</div>
      </div>
      {children}
    </section>
  )
}
