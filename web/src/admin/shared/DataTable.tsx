import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { Key, ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'
import { Skeleton } from '~/shared/ui/Skeleton'
import type { Selection } from './selection'

export type DataColumn<Row> = {
  /** The column's heading, and the label beside the cell on a phone. */
  name: string
  cell: (row: Row) => ReactNode
  align?: 'right' | 'center'
  className?: string
  /** The server's name of this sort order; a click sorts ascending, then descending (`-name`). */
  sort?: string
  /** On a phone a row is a card: `bare` drops the label beside the cell, `hide` drops the cell. */
  phone?: 'bare' | 'hide'
  /** Left out of tables that are narrower than a desktop's. */
  wide?: boolean
}

type DataTableProps<Row> = {
  label: string
  columns: DataColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** What to call a row: the name of its checkbox is 'Select {name}'. */
  rowName?: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  sort?: string
  onSort?: (sort: string) => void
  selection?: Selection<Row>
  /** First load: placeholders stand for the rows. */
  isLoading?: boolean
  /** A newer response is loading: the old rows stay, dimmed, and all of them cannot be selected or cleared at once. */
  isStale?: boolean
}

const wideOnly = 'md:max-lg:hidden'

/** A sortable table with selection that becomes a list of cards on a phone. Roles are explicit: CSS `display` would remove them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort = '', onSort, selection, isLoading, isStale } = props
  const chosen = selection ? rows.filter(selection.has).length : 0
  // Rows that are still to come cannot be selected: a click would seem to have worked.
  const isWaiting = isLoading || isStale
  const all = chosen === 0 ? false : chosen === rows.length || 'indeterminate'
  return (
    <div className="overflow-x-auto rounded-2xl border-line md:border md:bg-white">
      {selection && rows.length > 0 && (
        <div className="mb-1 flex items-center gap-3 p-1.5 text-sm md:hidden">
          <Tick
            label="Select all on this page"
            state={all}
            disabled={isWaiting}
            onToggle={() => selection.toggleAll(rows)}
          />
          <span aria-hidden="true">Select all on this page</span>
        </div>
      )}
      <table
        role="table"
        aria-label={label}
        aria-busy={isWaiting || undefined}
        className={cn(
          'w-full text-left text-[0.925rem] transition-opacity max-md:block',
          isStale && 'opacity-60',
        )}
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-line border-b bg-paper">
            {selection && (
              <th role="columnheader" scope="col" className="w-10 py-1 pl-3">
                <span className="md:hidden">Selected</span>
                <span className="max-md:hidden">
                  <Tick
                    label="Select all on this page"
                    state={all}
                    disabled={isWaiting}
                    onToggle={() => selection.toggleAll(rows)}
                  />
                </span>
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:grid-cols-1 max-md:gap-2.5">
          {isLoading
            ? Array.from({ length: 8 }, (_, i) => (
                <tr key={i} role="row" className={rowClass}>
                  {selection && <td className="max-md:hidden" />}
                  {columns.map((column) => (
                    <td key={column.name} role="cell" className={cn('px-3 py-3', column.wide && wideOnly)}>
                      <Skeleton className="h-5 w-full max-w-40" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => <BodyRow key={rowKey(row)} row={row} {...props} />)}
        </tbody>
      </table>
    </div>
  )
}

const rowClass =
  'border-line border-b transition-colors last:border-b-0 hover:bg-paper/70 max-md:relative max-md:grid max-md:grid-cols-1 max-md:gap-0.5 max-md:rounded-2xl max-md:border max-md:bg-white max-md:p-3.5 max-md:last:border-b'

function BodyRow<Row>({
  row,
  columns,
  selection,
  rowKey,
  rowName,
  rowClassName,
}: DataTableProps<Row> & { row: Row }) {
  const chosen = selection?.has(row)
  return (
    <tr
      role="row"
      aria-selected={selection ? Boolean(chosen) : undefined}
      className={cn(rowClass, chosen && 'bg-primary/8 hover:bg-primary/10', rowClassName?.(row))}
    >
      {selection && (
        <td
          role="cell"
          className="w-10 py-1 pl-3 max-md:absolute max-md:top-4 max-md:right-3.5 max-md:z-1 max-md:w-auto max-md:p-0"
        >
          <Tick
            label={`Select ${rowName?.(row) ?? rowKey(row)}`}
            state={Boolean(chosen)}
            onToggle={() => selection.toggle(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.name}
          role="cell"
          className={cn(
            'px-2 py-1.5 align-middle lg:px-3 max-md:flex max-md:min-w-0 max-md:items-center max-md:px-0 max-md:py-0',
            column.phone === 'bare'
              ? 'max-md:justify-start'
              : 'max-md:justify-between max-md:gap-4 max-md:text-right',
            column.phone === 'hide' && 'max-md:hidden',
            column.wide && wideOnly,
            column.align === 'right' && 'md:text-right',
            column.align === 'center' && 'md:text-center',
            column.className,
          )}
        >
          {column.phone !== 'bare' && (
            <span aria-hidden="true" className="shrink-0 font-semibold text-mute text-sm md:hidden">
              {column.name}
            </span>
          )}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function ColumnHead<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataColumn<Row>
  sort: string
  onSort?: (sort: string) => void
}) {
  const key = column.sort
  const direction = !key ? 0 : sort === key ? 1 : sort === `-${key}` ? -1 : 0
  const Arrow = direction === 1 ? ArrowUp : direction === -1 ? ArrowDown : ArrowUpDown
  const end = column.align === 'right' ? 'text-right' : column.align === 'center' ? 'text-center' : ''
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction === 1 ? 'ascending' : direction === -1 ? 'descending' : undefined}
      className={cn(
        'whitespace-nowrap px-2 py-2 font-bold lg:px-3 text-mute text-xs uppercase tracking-wide',
        end,
        column.wide && wideOnly,
      )}
    >
      {key && onSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === 1 ? `-${key}` : key)}
          className={cn(
            '-mx-2 inline-flex min-h-9 items-center gap-1 rounded-lg px-2 uppercase tracking-wide hover:bg-ink/8',
            direction !== 0 && 'text-ink',
          )}
        >
          {column.name}
          <Arrow className={cn('size-3.5', direction === 0 && 'opacity-40')} aria-hidden="true" />
        </button>
      ) : (
        column.name
      )}
    </th>
  )
}

/** A checkbox with a label for screen readers only: the row beside it shows what it selects. */
export function Tick({
  label,
  state,
  disabled = false,
  onToggle,
}: {
  label: string
  state: boolean | 'indeterminate'
  /** For a moment: it does nothing and keeps the focus. */
  disabled?: boolean
  onToggle: () => void
}) {
  return (
    // The label's padding makes it large enough for a finger.
    <label className="-m-2.5 grid w-fit p-2.5">
      <input
        ref={(box) => {
          if (box) box.indeterminate = state === 'indeterminate'
        }}
        type="checkbox"
        aria-label={label}
        aria-disabled={disabled || undefined}
        checked={state === true}
        onClick={(event) => {
          if (disabled) event.preventDefault()
        }}
        onChange={() => {
          if (!disabled) onToggle()
        }}
        className="tick size-5.5"
      />
    </label>
  )
}
