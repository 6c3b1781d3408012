import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import { bulkButtonClass } from './BulkBar'
import { formatCount } from './format'
import type { Selection } from './selection'

type Page<Row> = { items: Row[]; next_cursor: string | null }

type SelectMatchingProps<Row> = {
  selection: Selection<Row>
  /** The page on the screen, and whether others follow or came before. */
  rows: Row[]
  isWhole: boolean
  /** How many rows match, where that is known. */
  total?: number | null
  /** How many rows the server changes together. */
  most: number
  /** 'products' */
  what: string
  /** Fetches the page of the same list that follows the cursor. */
  fetchPage: (cursor: string | undefined) => Promise<Page<Row>>
}

/** Once a page is ticked as a whole: the offer to tick what is on the other pages too. */
export function SelectMatching<Row>(props: SelectMatchingProps<Row>) {
  const { selection, rows, isWhole, total, most, what, fetchPage } = props
  const gather = useMutation({
    mutationFn: async () => {
      const all: Row[] = []
      let cursor: string | undefined
      do {
        const page = await fetchPage(cursor)
        all.push(...page.items)
        cursor = page.next_cursor ?? undefined
      } while (cursor && all.length < most)
      return all.slice(0, most)
    },
    onSuccess: (all) => {
      selection.clear()
      selection.add(all)
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: `The other ${what} could not be selected`,
        description: errorMessage(error, 'An unknown error occurred'),
      }),
  })
  const gathered = selection.rows.length >= Math.min(total ?? most, most)
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
