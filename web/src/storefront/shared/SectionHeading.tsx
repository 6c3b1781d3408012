import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type SectionHeadingProps = {
  id: string
  title: ReactNode
  text?: string
  more?: { to: string; name: string }
}

export function SectionHeading({ id, title, text, more }: SectionHeadingProps) {
  return (
    <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 sm:mb-9">
      <div>
        <h2
          id={id}
          className="font-display text-[clamp(1.7rem,4.4vw,2.75rem)] leading-[1.1] tracking-[-0.01em]"
        >
          {title}
        </h2>
        {text && <p className="mt-2 max-w-prose text-mute sm:text-lg">{text}</p>}
      </div>
      {more && (
        <Link
          to={more.to}
          className="group inline-flex min-h-11 items-center gap-1.5 font-bold text-primary-deep hover:underline"
        >
          {more.name}
          <ArrowRight
            className="size-4.5 transition-transform duration-150 group-hover:translate-x-1"
            aria-hidden="true"
          />
        </Link>
      )}
    </div>
  )
}
