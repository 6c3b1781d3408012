import type { Key, ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'

export type Column<Row> = {
  /** The words at the column's head, and beside the cell on a phone. */
  name: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right' | 'center'
  className?: string
  /** Replaces the plain words at the head, for a sort button for instance. */
  head?: ReactNode
}

type TableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  className?: string
}

/** A table on a wide screen, a stack of cards on a phone. Roles are spelled out: `display` would take them away. */
export function Table<Row>({ label, columns, rows, rowKey, className }: TableProps<Row>) {
  return (
    <table
      role="table"
      aria-label={label}
      className={cn('w-full text-left text-[0.95rem] max-md:block', className)}
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-line border-b-2">
          {columns.map((column) => (
            <th
              key={column.name}
              role="columnheader"
              scope="col"
              className={cn('px-3 py-2.5 font-bold text-mute text-sm', alignment(column.align))}
            >
              {column.head ?? column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="border-line border-b transition-colors hover:bg-paper-2/50 max-md:grid max-md:gap-1 max-md:rounded-2xl max-md:border-2 max-md:bg-white max-md:p-4"
          >
            {columns.map((column) => (
              <td
                key={column.name}
                role="cell"
                className={cn(
                  'px-3 py-2.5 align-middle max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1 max-md:text-right',
                  alignment(column.align),
                  column.className,
                )}
              >
                <span aria-hidden="true" className="font-semibold text-mute text-sm md:hidden">
                  {column.name}
                </span>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function alignment(align: Column<unknown>['align'] = 'left') {
  return { left: '', right: 'md:text-right', center: 'md:text-center' }[align]
}
