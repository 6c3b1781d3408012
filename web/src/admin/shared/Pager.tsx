import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatCount } from '~/admin/shared/format'
import { Button } from '~/shared/ui/Button'
import type { ListState } from './list-state'

type PagerProps = {
  paging: ListState['paging']
  nextCursor: string | null | undefined
  shown: number
  /** Rows per page, to say which ones these are. */
  size: number
  total?: number
  busy?: boolean
}

/** The position in a list, and buttons to the next and previous page. */
export function Pager({ paging, nextCursor, shown, size, total, busy = false }: PagerProps) {
  const first = (paging.page - 1) * size + 1
  // While the next page is loading, the rows that are shown are still those of the last one.
  const last = Math.min(first + shown - 1, total ?? Number.POSITIVE_INFINITY)
  const range = shown === 0 ? '0' : `${formatCount(first)}–${formatCount(last)}`
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <p className="text-mute text-sm tabular-nums" aria-live="polite">
        {total === undefined ? range : `${range} of ${formatCount(total)}`}
      </p>
      {(paging.page > 1 || nextCursor) && (
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="sm"
            disabled={paging.page === 1 || busy}
            onClick={() => paging.previous()}
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
            {paging.knowsPrevious || paging.page === 1 ? 'Previous' : 'First page'}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={!nextCursor || busy}
            onClick={() => nextCursor && paging.next(nextCursor)}
          >
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  )
}
