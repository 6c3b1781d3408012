import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { BulkBar, bulkButtonClass } from '~/admin/shared/BulkBar'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { plural } from '~/admin/shared/format'
import { ProgressDialog } from '~/admin/shared/ProgressDialog'
import { SelectMatching } from '~/admin/shared/SelectMatching'
import type { Selection } from '~/admin/shared/selection'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '~/shared/ui/DropdownMenu'
import { CategoryDialog, PriceDialog } from './BulkDialogs'
import { type BulkTask, bulkSets, MAX_PER_CALL, MAX_SELECTED, useBulk } from './bulk'
import { fetchProductIDs, type StaffProduct, type StaffProductFilter, type StaffProductList } from './queries'

type BulkActionsProps = {
  selection: Selection<StaffProduct>
  /** The current page of rows, and its filter. */
  list?: StaffProductList
  filter: StaffProductFilter
}

export function BulkActions({ selection, list, filter }: BulkActionsProps) {
  const [task, setTask] = useState<BulkTask>()
  const { change, remove, progress, stop } = useBulk(() => {
    setTask(undefined)
    selection.clear()
  })
  const { ids } = selection
  const close = () => setTask(undefined)
  const pending = change.isPending || remove.isPending
  const dialog = { open: true, onOpenChange: close, pending }
  const form = { count: ids.length, onClose: close, busy: pending }
  /** While a change runs in chunks, the dialog shows its progress. */
  const start = (work: () => void) => {
    work()
    if (ids.length > MAX_PER_CALL) close()
  }
  return (
    <>
      <BulkBar count={ids.length} onClear={selection.clear}>
        <SelectMatching
          selection={selection}
          list={list}
          filter={filter}
          most={MAX_SELECTED}
          what="products"
          fetchAll={fetchProductIDs}
        />
        <DropdownMenu>
          <DropdownMenuTrigger className={`${bulkButtonClass} inline-flex items-center gap-1`}>
            Change
            <ChevronUp className="size-4" aria-hidden="true" />
          </DropdownMenuTrigger>
          <DropdownMenuContent side="top" align="center">
            {bulkSets.map(({ label, title, set }) => (
              <DropdownMenuItem key={label} onSelect={() => setTask({ kind: 'set', title, set })}>
                {label}
              </DropdownMenuItem>
            ))}
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => setTask({ kind: 'category' })}>Set category…</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => setTask({ kind: 'price' })}>Change price…</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <button
          type="button"
          className={`${bulkButtonClass} text-[#ff9a92]`}
          onClick={() => setTask({ kind: 'delete' })}
        >
          Delete selected
        </button>
      </BulkBar>
      {task?.kind === 'set' && (
        <ConfirmDialog
          {...dialog}
          title={task.title}
          description={`This changes ${plural(ids.length, 'product')}. You can undo it afterwards.`}
          confirm="Apply"
          onConfirm={() => start(() => change.mutate({ ids, set: task.set }))}
        />
      )}
      {task?.kind === 'category' && (
        <CategoryDialog
          {...form}
          onConfirm={(id) => start(() => change.mutate({ ids, set: { category: { id } } }))}
        />
      )}
      {task?.kind === 'price' && (
        <PriceDialog
          {...form}
          example={selection.rows[0] ?? list?.items[0]}
          onConfirm={(price_change) => start(() => change.mutate({ ids, price_change }))}
        />
      )}
      {task?.kind === 'delete' && (
        <ConfirmDialog
          {...dialog}
          title="Confirm Deletion"
          description={`Are you sure you want to delete ${plural(ids.length, 'product')}? This action cannot be undone.`}
          confirm="Delete"
          danger
          onConfirm={() => start(() => remove.mutate(ids))}
        />
      )}
      <ProgressDialog progress={progress} onStop={stop} />
    </>
  )
}
