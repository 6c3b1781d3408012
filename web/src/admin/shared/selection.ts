import { useState } from 'react'

export type Selection<Id> = {
  ids: ReadonlySet<Id>
  toggle: (id: Id) => void
  /** Selects all of the given rows, or none of them when all are selected already. */
  toggleAll: (ids: Id[]) => void
  clear: () => void
}

/** Which rows of a list are ticked. It outlives a page turn, so that rows of several pages can be gathered. */
export function useSelection<Id>(): Selection<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
  return {
    ids,
    toggle: (id) =>
      setIds((current) => {
        const next = new Set(current)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: (all) =>
      setIds((current) => {
        const next = new Set(current)
        if (all.every((id) => current.has(id))) for (const id of all) next.delete(id)
        else for (const id of all) next.add(id)
        return next
      }),
    clear: () => setIds(new Set()),
  }
}
