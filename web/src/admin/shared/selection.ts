import { useState } from 'react'

export type Selection<Row> = {
  /** The ids of all selected rows. */
  ids: number[]
  /** The selected rows as they were when selected; rows selected by id alone are not among them. */
  rows: Row[]
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Selects all of the given rows, or none of them when all are selected already. */
  toggleAll: (rows: Row[]) => void
  /** Selects these rows, or these ids, and nothing else. */
  choose: (rows: (Row | number)[]) => void
  clear: () => void
}

/** The selection of a list. It is kept across pages, so that rows of several pages can be selected. */
export function useSelection<Row extends { id: number }>(): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row | undefined>>(new Map())
  const change = (step: (next: Map<number, Row | undefined>) => void) =>
    setChosen((current) => {
      const next = new Map(current)
      step(next)
      return next
    })
  return {
    ids: [...chosen.keys()],
    rows: [...chosen.values()].filter((row) => row !== undefined),
    has: (row) => chosen.has(row.id),
    toggle: (row) =>
      change((next) => {
        if (!next.delete(row.id)) next.set(row.id, row)
      }),
    toggleAll: (rows) => {
      const all = rows.every((row) => chosen.has(row.id))
      change((next) => {
        for (const row of rows) {
          if (all) next.delete(row.id)
          else next.set(row.id, row)
        }
      })
    },
    choose: (rows) =>
      setChosen(
        new Map(
          rows.map((row): [number, Row | undefined] =>
            typeof row === 'number' ? [row, undefined] : [row.id, row],
          ),
        ),
      ),
    clear: () => setChosen(new Map()),
  }
}
