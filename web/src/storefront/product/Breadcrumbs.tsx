import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

export type Crumb = { name: string; to?: string }

/** Breadcrumbs from the home page; the last one is this page. */
export function Breadcrumbs({ crumbs, className }: { crumbs: Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className="flex items-center whitespace-nowrap text-sm">
        {crumbs.map(({ name, to }, index) => (
          <li key={name} className={to ? 'flex items-center' : 'flex min-w-0 items-center'}>
            {index > 0 && <ChevronRight className="mx-1 size-4 shrink-0 opacity-60" aria-hidden="true" />}
            {to ? (
              <Link to={to} className="inline-flex min-h-11 items-center font-semibold hover:underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page" className="truncate opacity-75">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
