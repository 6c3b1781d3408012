import { useState } from 'react'

export type Selection<Row> = {
  /** The ticked rows as they were then. */
  rows: Row[]
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Selects all of the given rows, or none of them when all are selected already. */
  toggleAll: (rows: Row[]) => void
  add: (rows: Row[]) => void
  clear: () => void
}

/** Which rows of a list are ticked. It outlives a page turn, so that rows of several pages can be gathered. */
export function useSelection<Row extends { id: number }>(): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  const change = (step: (next: Map<number, Row>) => void) =>
    setChosen((current) => {
      const next = new Map(current)
      step(next)
      return next
    })
  const add = (rows: Row[]) =>
    change((next) => {
      for (const row of rows) next.set(row.id, row)
    })
  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(row.id),
    toggle: (row) =>
      change((next) => {
        if (!next.delete(row.id)) next.set(row.id, row)
      }),
    toggleAll: (rows) =>
      rows.every((row) => chosen.has(row.id))
        ? change((next) => {
            for (const row of rows) next.delete(row.id)
          })
        : add(rows),
    add,
    clear: () => setChosen(new Map()),
  }
}
