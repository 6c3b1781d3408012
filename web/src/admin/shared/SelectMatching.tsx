import { useMutation } from '@tanstack/react-query'
import { bulkButtonClass } from './BulkBar'
import { formatCount } from './format'
import type { Selection } from './selection'
import { toastError } from './toast-error'

type SelectMatchingProps<Row, Filter> = {
  selection: Selection<Row>
  /** The page on the screen; `total` is how many rows match, where that is known. */
  list?: { items: Row[]; next_cursor: string | null; total?: number | null }
  filter: Filter
  /** How many rows can be worked on together. */
  most: number
  /** 'products' */
  what: string
  /** Everything that matches, at most so many: rows, or their ids. */
  fetchAll: (filter: Filter) => Promise<(Row | number)[]>
}

/** When all rows of a page are selected: offers to select those on the other pages too. */
export function SelectMatching<Row, Filter extends { cursor?: string }>(
  props: SelectMatchingProps<Row, Filter>,
) {
  const { selection, list, filter, most, what, fetchAll } = props
  const gather = useMutation({
    mutationFn: () => fetchAll(filter),
    onSuccess: selection.choose,
    onError: (error) => toastError(`The other ${what} could not be selected`, error),
  })
  const { items = [], next_cursor, total } = list ?? {}
  const isWhole = !filter.cursor && !next_cursor
  const gathered = selection.ids.length >= Math.min(total ?? most, most)
  if (isWhole || gathered || items.length === 0 || !items.every(selection.has)) return null
  return (
    <button
      type="button"
      className={bulkButtonClass}
      disabled={gather.isPending}
      onClick={() => gather.mutate()}
    >
      {gather.isPending ? 'Selecting…' : selectText(total, most, what)}
    </button>
  )
}

function selectText(total: number | null | undefined, most: number, what: string) {
  if (total === null || total === undefined) return `Select up to ${formatCount(most)} ${what} matching`
  if (total <= most) return `Select all ${formatCount(total)} ${what} matching`
  return `Select the first ${formatCount(most)} of ${formatCount(total)} ${what}`
}
