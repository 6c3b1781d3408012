import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { bulkButtonClass } from './BulkBar'
import { formatCount } from './format'
import type { Selection } from './selection'

type SelectMatchingProps<Row> = {
  selection: Selection<Row>
  /** The page on the screen, and whether others follow or came before. */
  rows: Row[]
  isWhole: boolean
  /** How many rows match, where that is known. */
  total?: number | null
  /** How many rows can be worked on together. */
  most: number
  /** 'products' */
  what: string
  /** Everything that matches, at most so many: rows, or their ids. */
  fetchAll: () => Promise<(Row | number)[]>
}

/** Once a page is ticked as a whole: the offer to tick what is on the other pages too. */
export function SelectMatching<Row>(props: SelectMatchingProps<Row>) {
  const { selection, rows, isWhole, total, most, what, fetchAll } = props
  const gather = useMutation({
    mutationFn: fetchAll,
    onSuccess: selection.choose,
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: `The other ${what} could not be selected`,
        description: errorMessage(error, 'An unknown error occurred'),
      }),
  })
  const gathered = selection.ids.length >= Math.min(total ?? most, most)
  if (isWhole || gathered || rows.length === 0 || !rows.every(selection.has)) return null
  return (
    <button
      type="button"
      className={bulkButtonClass}
      disabled={gather.isPending}
      onClick={() => gather.mutate()}
    >
      {gather.isPending ? 'Selecting…' : words(total, most, what)}
    </button>
  )
}

function words(total: number | null | undefined, most: number, what: string) {
  if (total === null || total === undefined) return `Select up to ${formatCount(most)} ${what} matching`
  if (total <= most) return `Select all ${formatCount(total)} ${what} matching`
  return `Select the first ${formatCount(most)} of ${formatCount(total)} ${what}`
}
