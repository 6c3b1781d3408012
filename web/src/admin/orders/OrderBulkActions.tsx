import { useState } from 'react'
import { BulkBar, bulkButtonClass } from '~/admin/shared/BulkBar'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { formatCount, plural } from '~/admin/shared/format'
import { ProgressDialog } from '~/admin/shared/ProgressDialog'
import { SelectMatching } from '~/admin/shared/SelectMatching'
import type { Selection } from '~/admin/shared/selection'
import { useQuickMove } from './moves'
import { fetchAllOrders, MAX_MOVED, type OrderFilter, type OrderList, type OrderRow } from './queries'

type OrderBulkActionsProps = { list?: OrderList; filter: OrderFilter; selection: Selection<OrderRow> }

/** Moving more orders than this asks for confirmation, because customers may get a mail. */
const MOVED_AT_ONCE = 25

/** One button for each next status that some of the selected orders have. */
export function OrderBulkActions({ list, filter, selection }: OrderBulkActionsProps) {
  const { move, progress, stop } = useQuickMove()
  const [asked, setAsked] = useState<string>()
  // An order's status may have changed since it was selected.
  const now = new Map(list?.items.map((row) => [row.id, row]))
  const byAction = new Map<string, string[]>()
  for (const old of selection.rows) {
    const { quick_action, number } = now.get(old.id) ?? old
    if (!quick_action) continue
    const numbers = byAction.get(quick_action.name)
    if (numbers) numbers.push(number)
    else byAction.set(quick_action.name, [number])
  }
  const start = (action: string) => {
    setAsked(undefined)
    move.mutate(
      { numbers: byAction.get(action) ?? [], action },
      {
        onSuccess: ({ failure }) => {
          if (failure === undefined) selection.clear()
        },
      },
    )
  }
  return (
    <>
      <BulkBar count={selection.ids.length} onClear={selection.clear}>
        <SelectMatching
          selection={selection}
          list={list}
          filter={filter}
          most={MAX_MOVED}
          what="orders"
          fetchAll={fetchAllOrders}
        />
        {[...byAction].map(([action, numbers]) => (
          <button
            key={action}
            type="button"
            className={bulkButtonClass}
            disabled={move.isPending}
            onClick={() => (numbers.length > MOVED_AT_ONCE ? setAsked(action) : start(action))}
          >
            {action} <span className="tabular-nums opacity-70">{formatCount(numbers.length)}</span>
          </button>
        ))}
        {byAction.size === 0 && <p className="px-2 text-sm opacity-70">Nothing left to do for these</p>}
      </BulkBar>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={`${asked}?`}
          description={`This moves ${plural(byAction.get(asked)?.length ?? 0, 'order')} on. Their customers get the mails that the settings say.`}
          confirm={asked}
          onConfirm={() => start(asked)}
        />
      )}
      <ProgressDialog progress={progress} onStop={stop} />
    </>
  )
}
